import type { PartProps } from '#admin/crud/parts/props.ts'
import { counted } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { textAt } from '#admin/wire/reading.ts'
import { EntriesPart } from '../entries/EntryList.tsx'
import type { EntryKind, Summary } from '../entries/kind.ts'
import type { Entry } from '../entries/lines.ts'

/** The phases of a protocol, each with its milestones and their missions. */
export function Phases(props: PartProps) {
  return <EntriesPart {...props} kind={PHASES} />
}

const MILESTONES: EntryKind = {
  one: 'Milestone',
  many: 'Milestones',
  blank: { title: '', missions: [] },
  fields: [
    {
      kind: 'title',
      path: 'title',
      label: 'Milestone {number} Title',
      name: 'Milestone {number} Title',
    },
    {
      kind: 'area',
      path: 'description',
      label: 'Description',
      name: 'Milestone {number} description',
    },
    {
      kind: 'references',
      path: 'missions',
      label: 'Missions',
      name: 'Milestone {number} missions',
      to: 'missions/templates',
    },
  ],
}

const PHASES: EntryKind = {
  one: 'Phase',
  many: 'Phases',
  none: 'No phases or milestones defined.',
  blank: { title: '', milestones: [] },
  summary: summaryOf,
  fields: [
    { kind: 'title', path: 'title', label: 'Phase {number} Title', name: 'Phase {number} Title' },
    { kind: 'area', path: 'description', label: 'Description', name: 'Phase {number} description' },
    { kind: 'entries', path: 'milestones', label: 'Milestones', of: MILESTONES },
  ],
}

function summaryOf({ title, milestones }: Entry): Summary {
  const count = Array.isArray(milestones) ? milestones.length : 0
  return {
    title: textAt(title),
    note: counted(count, '{count} milestone', '{count} milestones'),
    remark:
      count === 0
        ? translate('This phase has no milestones yet: learners will have nothing to do in it.')
        : undefined,
  }
}

import { memo } from 'react'
import type { PartProps } from '#admin/crud/parts/props.ts'
import { useNames } from '#admin/crud/references/use-names.ts'
import { counted } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { idsAt, textAt } from '#admin/wire/reading.ts'
import { findAt } from '#model/paths.ts'
import { EntryList } from '../entries/EntryList.tsx'
import type { EntryKind, Summary } from '../entries/kind.ts'
import type { Entry } from '../entries/lines.ts'
import { PhaseBody } from './PhaseBody.tsx'

/** The phases of a protocol, each with its milestones and their missions. */
export function PhasesEditor(props: PartProps) {
  const missions = findAt(props.value, '*.milestones.*.missions').flatMap(({ value }) =>
    idsAt(value),
  )
  return (
    <>
      <MissionNames ids={[...new Set(missions)].join(' ')} />
      <EntryList {...props} kind={PHASES} />
    </>
  )
}

/** Asks for the missions of the folded phases as well, so that opening one asks for nothing. */
const MissionNames = memo(function MissionNames({ ids }: { ids: string }) {
  useNames('missions/templates', ids.split(' ').filter(Boolean))
  return null
})

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

const PHASES: EntryKind = {
  one: 'Phase',
  many: 'Phases',
  none: 'No phases or milestones defined.',
  blank: { title: '', milestones: [] },
  isFolding: true,
  summary: summaryOf,
  Body: PhaseBody,
}

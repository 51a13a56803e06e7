import type { PartProps } from '#admin/crud/parts/props.ts'
import { EntriesPart } from '../entries/EntryList.tsx'
import type { EntryKind } from '../entries/kind.ts'

const STEPS: EntryKind = {
  one: 'Step',
  many: 'Steps',
  none: 'No steps yet.',
  blank: { title: '' },
  fields: [
    { kind: 'title', path: 'title', label: 'Title', name: 'Step {number} title' },
    [
      {
        kind: 'area',
        path: 'description',
        label: 'Description',
        name: 'Step {number} description',
      },
      {
        kind: 'area',
        path: 'completionCriteria',
        label: 'Completion criteria',
        name: 'Step {number} completion criteria',
      },
    ],
  ],
}

export const parts = {
  steps: (props: PartProps) => <EntriesPart {...props} kind={STEPS} />,
}

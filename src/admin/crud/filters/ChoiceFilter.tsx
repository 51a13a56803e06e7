import { listInRow } from '#admin/format/lists.ts'
import { formatNumber } from '#admin/format/numbers.ts'
import { loadable } from '#admin/ui/loadable.tsx'
import { choicesIn } from '#contract/list-query.ts'
import type { Choice } from '#model/declaration.ts'
import { DropPill } from './DropPill.tsx'
import type { PillProps } from './Pill.tsx'

/** The boxes come with the first press: most lists are never narrowed so. */
const ChoicePanel = loadable(
  () => import('./ChoicePanel.tsx'),
  (module) => module.ChoicePanel,
)

/** So many choices are named on the pill; more are counted. */
const MOST_NAMED = 2

interface Props extends Pick<PillProps, 'label' | 'end'> {
  /** The parameter's value; undefined while nothing is chosen. */
  value: string | undefined
  /** With labels as they are shown. */
  choices: readonly Choice[]
  onChange: (value: string | undefined) => void
}

/** A filter by one or more choices: the pill opens a small panel with a checkbox for each. */
export function ChoiceFilter({ label, end, value, choices, onChange }: Props) {
  const chosen = value === undefined ? [] : choicesIn(value)
  const names = choices.filter((one) => chosen.includes(one.value)).map((one) => one.label)
  const words = names.length > MOST_NAMED ? formatNumber(names.length) : listInRow(names)
  return (
    <DropPill
      label={label}
      end={end}
      chosen={words || undefined}
      panel={({ leave, onLeave }) => (
        <ChoicePanel
          label={label}
          chosen={chosen}
          choices={choices}
          onChange={(next) => {
            onChange(next.length > 0 ? next.join(',') : undefined)
            leave()
          }}
          onLeave={onLeave}
        />
      )}
    />
  )
}

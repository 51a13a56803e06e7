import { formatNumberRange, formatOpenRange } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { loadable } from '#admin/ui/loadable.tsx'
import {
  type ListFilter,
  type ListQuery,
  rangeFrom,
  rangeTo,
  rangeWord,
} from '#contract/list-query.ts'
import { DropPill } from './DropPill.tsx'
import type { PillProps } from './Pill.tsx'

/** What is set of a range comes with the first press: most lists are never narrowed so. */
const RangePanel = loadable(
  () => import('./RangePanel.tsx'),
  (module) => module.RangePanel,
)

interface Props extends Pick<PillProps, 'label' | 'end'> {
  filter: ListFilter
  /** The time zone whose days are meant, where it is not the reader's. */
  zone: string | undefined
  /** The parameters that are set. */
  values: ListQuery['filters']
  onChange: (values: ListQuery['filters']) => void
}

/** A filter by a range of days or numbers: the pill opens a small panel with its words and its two ends (LIST-05). */
export function RangeFilter({ label, end, filter, zone, values, onChange }: Props) {
  const days = wordsFor(filter, values)
  return (
    <DropPill
      label={label}
      end={end}
      chosen={days && zone ? translate('{days} ({zone})', { days, zone }) : days}
      panel={({ leave, onLeave }) => (
        <RangePanel
          label={label}
          filter={filter}
          zone={zone}
          values={values}
          onChange={(next) => {
            onChange(next)
            leave()
          }}
          onLeave={onLeave}
        />
      )}
    />
  )
}

/** What is set, in words; undefined when nothing is. */
function wordsFor({ path, kind, choices }: ListFilter, values: ListQuery['filters']) {
  const word = choices.find(({ value }) => value === values[rangeWord(path)])
  if (word) return translate(word.label)
  const { [path]: is, [rangeFrom(path)]: from = is, [rangeTo(path)]: to = is } = values
  return (kind === 'days' ? formatOpenRange(from, to) : formatNumberRange(from, to)) || undefined
}

import { formatNumberRange, formatOpenRange } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { loadable } from '#admin/ui/loadable.tsx'
import { useDropdown } from '#admin/ui/use-dropdown.ts'
import {
  type ListFilter,
  type ListQuery,
  rangeFrom,
  rangeTo,
  rangeWord,
} from '#contract/list-query.ts'
import css from './Pill.module.css'
import { Pill, type PillProps } from './Pill.tsx'

/** What is set of a range comes with the first press: most lists are never narrowed so. */
const RangePanel = loadable(
  () => import('./RangePanel.tsx'),
  (module) => module.RangePanel,
)

interface Props extends Pick<PillProps, 'label' | 'end'> {
  filter: ListFilter
  /** The parameters that are set. */
  values: ListQuery['filters']
  onChange: (values: ListQuery['filters']) => void
}

/** A filter by a range of days or numbers: the pill opens a small panel with its words and its two ends (LIST-05). */
export function RangeFilter({ label, end, filter, values, onChange }: Props) {
  const { isOpen, button, setOpen, leave, around } = useDropdown()
  const chosen = wordsFor(filter, values)
  return (
    <span className={css.range} {...around}>
      <Pill label={label} chosen={chosen} end={end}>
        <button
          type="button"
          ref={button}
          data-pill=""
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-label={chosen ? translate('{label}: {value}', { label, value: chosen }) : label}
          onClick={() => setOpen(!isOpen)}
        />
      </Pill>
      {isOpen ? (
        <RangePanel
          label={label}
          filter={filter}
          values={values}
          onChange={(next) => {
            onChange(next)
            leave()
          }}
          onLeave={() => setOpen(false)}
        />
      ) : null}
    </span>
  )
}

/** What is set, in words; undefined when nothing is. */
function wordsFor({ path, kind, choices }: ListFilter, values: ListQuery['filters']) {
  const word = choices.find(({ value }) => value === values[rangeWord(path)])
  if (word) return translate(word.label)
  const { [path]: is, [rangeFrom(path)]: from = is, [rangeTo(path)]: to = is } = values
  return (kind === 'days' ? formatOpenRange(from, to) : formatNumberRange(from, to)) || undefined
}

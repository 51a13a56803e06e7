import { translate } from '#admin/format/translate.ts'
import { Marked } from '#admin/ui/Marked.tsx'
import type { Column } from '#model/columns.ts'
import { labelOf } from '#model/resource.ts'
import { excerpt, fold, searchedIn } from '#model/search.ts'
import { textOf } from '#model/text-of.ts'
import { titled } from '#model/words.ts'
import type { FoundProps } from './FoundIn.tsx'
import css from './FoundLine.module.css'

/** So much of a long text is surely seen in its column. */
const SEEN = 60

/** The first text that holds a word which the row does not show, with its label. */
export function FoundLine({
  resource,
  row,
  columns = [],
  texts = [],
  words,
}: FoundProps & { words: readonly string[] }) {
  const shownOf = (column: Column) => {
    const text = textOf(resource, column, row)
    return column.kind === 'text' ? text.slice(0, SEEN) : text
  }
  const seen = fold([...texts, ...columns.map(shownOf)].join(' '))
  const missing = words.filter((word) => !seen.includes(word))
  const found =
    missing.length > 0 &&
    searchedIn(resource, row).find(({ text }) => missing.some((word) => fold(text).includes(word)))
  if (!found) return null
  const label = translate(labelOf(resource, found.at) ?? titled(found.at))
  return (
    <span className={css.found}>
      {label}:{' '}
      <bdi>
        <Marked text={excerpt(found.text, missing)} />
      </bdi>
    </span>
  )
}

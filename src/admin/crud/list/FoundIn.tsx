import { use } from 'react'
import { translate } from '#admin/format/translate.ts'
import { Marked } from '#admin/ui/Marked.tsx'
import { MarkContext } from '#admin/ui/marked.ts'
import type { Column } from '#model/columns.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { labelOf } from '#model/resource.ts'
import { excerpt, fold, searchedIn } from '#model/search.ts'
import { textOf } from '#model/text-of.ts'
import { titled } from '#model/words.ts'
import css from './FoundIn.module.css'

/** So much of a long text is surely seen in its column. */
const SEEN = 60

interface Props {
  resource: Resource
  row: Row
  /** The columns, and other texts, in which what was found is seen. */
  columns?: readonly Column[]
  texts?: readonly string[]
}

/** Where a search found a record, when that is nothing that its row shows: 'Goal: … calculus …'. */
export function FoundIn(props: Props) {
  const words = use(MarkContext)
  return words.length === 0 ? null : <FoundLine {...props} words={words} />
}

function FoundLine({
  resource,
  row,
  columns = [],
  texts = [],
  words,
}: Props & { words: readonly string[] }) {
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

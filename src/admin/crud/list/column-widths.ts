import { translate } from '#admin/format/translate.ts'
import type { Column } from '#model/columns.ts'
import { describe } from '#model/describe.ts'
import type { Resource } from '#model/resource.ts'
import { humanise } from '#model/words.ts'

/** Pixels that a column needs, and whether it takes a share of what is left. */
interface Width {
  size: number
  grows: boolean
}

const WIDTHS: Record<Exclude<Column['kind'], 'badge' | 'date'>, Width> = {
  text: { size: 140, grows: true },
  number: { size: 72, grows: false },
  money: { size: 104, grows: false },
  duration: { size: 96, grows: false },
  boolean: { size: 64, grows: false },
  email: { size: 190, grows: true },
  link: { size: 168, grows: true },
  image: { size: 64, grows: false },
  colour: { size: 112, grows: false },
  json: { size: 168, grows: true },
  list: { size: 168, grows: true },
  reference: { size: 120, grows: true },
  part: { size: 120, grows: false },
  uses: { size: 96, grows: false },
  // What a function says is short (a duration, a count), unless it is the record's name.
  of: { size: 104, grows: false },
  person: { size: 190, grows: true },
  status: { size: 104, grows: false },
}
/** What a column that grows needs for most of its values to stand in a line; one that may stand under another, more. */
const GOOD = 220
const GOOD_LINE = 280

/** Pixels that the check box of a row takes of the first column. */
export const CHECK = 40

/** A badge of words that nobody declared; longer ones end in an ellipsis. */
const FREE_BADGE = 120

/** A column is never narrower than its header, which stands in one line. */
export function widthOf(resource: Resource, column: Column, isFirst: boolean): Width {
  const { size, grows } = ownWidth(resource, column, isFirst)
  if (column.width !== undefined) return { size: column.width, grows: false }
  const header = 24 + 7 * translate(column.label).length + (column.sort === undefined ? 0 : 18)
  return { size: Math.max(size, header), grows }
}

/** The pixels below which a column cannot stand, and those with which it stands well. */
export function roomOf(resource: Resource, column: Column, isFirst: boolean) {
  const { size: least, grows } = widthOf(resource, column, isFirst)
  const good = column.narrow === 'under' ? GOOD_LINE : grows ? GOOD : 0
  return { least, good: Math.max(least, good) }
}

/** A moment that a form writes shows its time; a badge needs as much as its longest declared word. */
function ownWidth(resource: Resource, column: Column, isFirst: boolean): Width {
  if (column.kind === 'date') {
    const hasTime =
      column.path in resource.create.shape && describe(resource.row, column.path)?.kind === 'date'
    return { size: hasTime ? 160 : 120, grows: false }
  }
  if (column.kind === 'of' && isFirst) return WIDTHS.text
  if (column.kind !== 'badge') return WIDTHS[column.kind]
  const choices = describe(resource.row, column.path)?.choices ?? []
  const values = [...Object.keys(column.tones), ...choices.map(({ value }) => value)]
  const words = values.map((value) => humanise(value).length)
  const longest = words.length > 0 ? 52 + 6 * Math.max(...words) : FREE_BADGE
  return { size: Math.max(96, longest), grows: false }
}

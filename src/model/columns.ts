import type { RecordKeys, Tone } from './declaration.ts'
import type { Path } from './declared-paths.ts'
import { titled } from './words.ts'

interface ColumnBase {
  label: string
  /** The declared sort key that a click on the header asks for. */
  sort?: string
  /** In pixels, where its kind and label do not say how much it needs. */
  width?: number
  /** 'drop' leaves the column out of a table on a window below 1200 pixels. */
  narrow?: 'drop'
}
interface ValueColumn extends ColumnBase {
  path: string
  /** Text shown for a missing value. */
  absent: string
}

/** Format of a day: 'Tomorrow, 09:30', 'Dec 1, 2026, 09:30', or both on two lines. */
export type Show = 'relative' | 'absolute' | 'both'

/** Columns that need no options: kind and schema determine the cell. */
export type PlainColumn =
  | 'money'
  | 'duration'
  | 'email'
  | 'link'
  | 'image'
  | 'colour'
  | 'json'
  | 'list'
  | 'reference'

export type Column =
  | (ValueColumn & { kind: 'text' })
  | (ValueColumn & { kind: 'date'; show?: Show })
  | (ValueColumn & { kind: 'number'; unit?: string })
  | (ValueColumn & { kind: 'boolean'; yes: string; no: string })
  | (ValueColumn & { kind: PlainColumn })
  | (ColumnBase & { kind: 'badge'; path: string; tones: Readonly<Record<string, Tone>> })
  | (ColumnBase & { kind: 'status'; path: string })
  | (ColumnBase & { kind: 'person'; of: (row: never) => string })
  | (ColumnBase & { kind: 'of'; of: (row: never) => string; absent: string })
  /** How many records of another resource refer to it, by that one's Refine name; leads to them. */
  | (ColumnBase & { kind: 'uses'; by: string })
  /** A component of the console's under this name; it gets the row, and the value at the path where one is named. */
  | (ColumnBase & { kind: 'part'; part: string; path?: string })

type Options = Pick<ColumnBase, 'sort' | 'width' | 'narrow'>
type ValueOptions = Options & { absent?: string }
type PlainKit<Shown> = {
  [Kind in PlainColumn]: (path: Path<Shown>, label?: string, options?: ValueOptions) => Column
}

/**
 * The columns that a declaration can write. A label that is left out is made from the path: 'careerFields' gives
 * 'Career Fields'. Those of PlainColumn read the rest off the schema: money its currency,
 * a reference the resource whose record it names and leads to.
 */
export interface ColumnKit<Shown> extends PlainKit<Shown> {
  text(path: Path<Shown>, label?: string, options?: ValueOptions): Column
  /** A day or a moment. A moment that a form writes shows its time as well. */
  date(path: Path<Shown>, label?: string, options?: ValueOptions & { show?: Show }): Column
  /** Right-aligned, with what it counts behind it: 'people'. */
  number(path: Path<Shown>, label?: string, options?: ValueOptions & { unit?: string }): Column
  /** Yes or No, or two other words. */
  boolean(
    path: Path<Shown>,
    label?: string,
    options?: ValueOptions & { yes?: string; no?: string },
  ): Column
  badge(
    path: Path<Shown>,
    label?: string,
    options?: Options & { tones?: Readonly<Record<string, Tone>> },
  ): Column
  status(path?: Path<Shown>, label?: string, options?: Options): Column
  /** A name with its initials beside it. */
  person(label: string, of: (row: Shown) => string, options?: Options): Column
  of(label: string, of: (row: Shown) => string | undefined, options?: ValueOptions): Column
  /** How many missions refer to it, right-aligned, with a link to them: `c.uses('missions/templates', 'Missions')`. */
  uses(by: string, label: string, options?: { width?: number }): Column
  /** A component that src/admin/extensions/<page>/parts.tsx exports in `cells` under this name. */
  part(label: string, part: string, options?: Options & { path?: Path<Shown> }): Column
}

const valued =
  <Kind extends PlainColumn | 'text' | 'date' | 'number' | 'boolean'>(kind: Kind) =>
  <More extends ValueOptions>(path: string, label = titled(path), options?: More) => ({
    kind,
    path,
    label,
    absent: 'N/A',
    ...options,
  })

/** The ids of a resource's columns, as declared. Labels and paths may repeat, as in 'Start: day' and 'Start: time'. */
export function columnIds({ columns }: { columns: readonly Column[] }): string[] {
  const names = columns.map((one) => ('path' in one && one.path) || one.label)
  return names.map((name, index) => (names.indexOf(name) === index ? name : `${name} ${index}`))
}

/** The builders behind a declaration's `columns`: plain data out, nothing hidden. */
export const columnKit: ColumnKit<Record<string, unknown> & RecordKeys> = {
  text: valued('text'),
  date: valued('date'),
  number: valued('number'),
  money: valued('money'),
  duration: valued('duration'),
  email: valued('email'),
  link: valued('link'),
  image: valued('image'),
  colour: valued('colour'),
  json: valued('json'),
  list: valued('list'),
  reference: valued('reference'),
  boolean: (path, label, options) => ({
    ...valued('boolean')(path, label),
    ...{ yes: 'Yes', no: 'No', ...options },
  }),
  badge: (path, label = titled(path), more) => ({ kind: 'badge', path, label, tones: {}, ...more }),
  status: (path = 'isActive', label = 'Status', more) => ({ kind: 'status', path, label, ...more }),
  person: (label, of, options) => ({ kind: 'person', label, of: of as Erased, ...options }),
  of: (label, of, options) => ({ kind: 'of', label, of: of as Erased, absent: 'N/A', ...options }),
  uses: (by, label, options) => ({ kind: 'uses', by, label, ...options }),
  part: (label, part, options) => ({ kind: 'part', label, part, ...options }),
}

/** A column function's row type is known to its declaration only; the screens hand it the row it was declared for. */
type Erased = Extract<Column, { kind: 'of' }>['of']

import type { RecordKeys, Tone } from './declaration.ts'
import type { Path } from './declared-paths.ts'
import { titled } from './words.ts'

interface ColumnBase {
  label: string
  /** Sort key of a click on the header. */
  sort?: string
  /** Width in pixels; absent where kind and label determine it. */
  width?: number
  /** 'drop' hides the column in windows narrower than 1200 pixels. */
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
const PLAIN_COLUMNS = [
  ...(['money', 'duration', 'email', 'link', 'image', 'colour', 'json', 'list'] as const),
  'reference',
] as const
type PlainColumn = (typeof PLAIN_COLUMNS)[number]

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
  /** Number of records of another resource (its Refine name) that refer to the row; links to them. */
  | (ColumnBase & { kind: 'uses'; by: string })
  /** A component of the console. It gets the row, and the value at the path if one is given. */
  | (ColumnBase & { kind: 'part'; part: string; path?: string })

type Options = Pick<ColumnBase, 'sort' | 'width' | 'narrow'>
type ValueOptions = Options & { absent?: string }
type PlainKit<Shown> = {
  [Kind in PlainColumn]: (path: Path<Shown>, label?: string, options?: ValueOptions) => Column
}

/**
 * Columns of a declaration. A missing label is made from the path: 'careerFields' gives 'Career Fields'.
 * PlainColumn kinds read their options from the schema: money its currency, a reference its resource.
 */
export interface ColumnKit<Shown> extends PlainKit<Shown> {
  text(path: Path<Shown>, label?: string, options?: ValueOptions): Column
  /** A day or a moment. A moment that a form writes shows its time as well. */
  date(path: Path<Shown>, label?: string, options?: ValueOptions & { show?: Show }): Column
  /** Right-aligned, followed by its unit: 'people'. */
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
  /**
   * Number of missions that refer to the row, right-aligned, with a link: `c.uses('missions/templates',
   * 'Missions')`.
   */
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

const plain = PLAIN_COLUMNS.map((kind) => [kind, valued(kind)])

/** Builders of the columns. They return plain data. */
export const columnKit: ColumnKit<Record<string, unknown> & RecordKeys> = {
  ...(Object.fromEntries(plain) as PlainKit<Record<string, unknown>>),
  text: valued('text'),
  date: valued('date'),
  number: valued('number'),
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

/** Only the declaration knows the function's row type. Screens pass the matching row. */
type Erased = Extract<Column, { kind: 'of' }>['of']

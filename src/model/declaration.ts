import type * as z from 'zod'
import type { Access } from './access.ts'
import type { ActionMaker, ListActionMaker, OwnAction } from './actions.ts'
import type { Column, ColumnKit } from './columns.ts'
import type { Messages } from './complete.ts'
import type { Computed } from './computed.ts'
import type { EntryPath, ListPath, Path, TextPath } from './declared-paths.ts'
import type { Samples } from './samples.ts'

/** Keys that the server adds to every stored record. */
export interface RecordKeys {
  _id: string
  version?: number
}
/** Times that every stored record has, shown or not. */
export type Stamp = 'createdAt' | 'updatedAt'

export type Tone = 'green' | 'yellow' | 'orange' | 'red' | 'blue' | 'grey'

/** A record as the screens see it: the wire's object with `id` set from `_id`. */
export interface Row extends Record<string, unknown> {
  _id: string
  id: string
}

interface FieldBase {
  path: string
  label: string
  /** Limits the field to one form; both when absent. */
  on?: 'create' | 'edit'
  hint?: string
  /** Heading of the field, shared with adjacent fields of the same group. */
  group?: string
  /** Takes half of the form's width if there is room. */
  half?: true
}
export interface Choice {
  value: string
  label: string
}
/** Confirmation before a record is saved with a new value. {name} is the record's name. */
export interface Question {
  title: string
  text: string
  yes: string
  /** Limits the question to one form; both when absent. */
  on?: 'create' | 'edit'
}
/** Fields that need no options: the schema describes their value. */
export const PLAIN_FIELDS = [
  'text',
  'email',
  'url',
  'textArea',
  /** A list of texts in one input, separated by commas. */
  'commaList',
  /** A day of the calendar: `day()` in the schema. */
  'date',
  /** A moment, typed in the browser's time zone: `moment()`. */
  'dateTime',
  /** An amount in the schema's currency: `money('EUR')`. */
  'money',
  /** Typed as '1 h 30 min', '1:30' or 90; stored in minutes: `duration()`. */
  'duration',
  'colour',
  /** The address of a picture, shown below it. */
  'image',
  /** Any JSON, as text: `json()`. */
  'json',
] as const
type PlainField = (typeof PLAIN_FIELDS)[number]
/** Questions by the new value. */
type Asks = Readonly<Record<string, Question>>
export type Field =
  | (FieldBase & { kind: PlainField })
  /** `instead` names the row action whose link sets a password. Typing one is then optional for a new record. */
  | (FieldBase & { kind: 'password'; instead?: string })
  | (FieldBase & { kind: 'select'; choices?: readonly Choice[]; asks?: Asks })
  /** A number, followed by its unit: 'km', 'people'. */
  | (FieldBase & { kind: 'number'; unit?: string })
  /** A switch between two labelled values. */
  | (FieldBase & { kind: 'boolean'; yes: string; no: string })
  /**
   * One record of the resource that the schema names, or several for a list. `create` offers to create a missing
   * one.
   */
  | (FieldBase & { kind: 'reference'; create?: boolean })
  /** The entries of an ordered list, each edited by fields whose paths are below an entry. */
  | (FieldBase & {
      kind: 'list'
      /** The label of one entry: 'Session'. */
      one: string
      fields: readonly Field[]
      /** Text of an empty list. */
      none?: string
      /** Entries can be collapsed to one line. The first one and new ones start open, one at a time. */
      folds: boolean
    })
  /** A custom form part, which the console registers under this name. */
  | (FieldBase & { kind: 'part'; part: string })
export type ListField = Extract<Field, { kind: 'list' }>

/** Icons of menu entries. */
export type Icon = 'people' | 'flag' | 'path' | 'compass' | 'mentor' | 'mail' | 'list' | 'square'

export type Action = 'create' | 'edit' | 'delete'

/**
 * Envelope of a list response: {users,count}, {missions,pagination}, {careerFields} or none. The last two return all.
 */
export type Envelope = 'count' | 'pagination' | 'all' | 'plain'

export interface Api {
  /** Below the API's base, with a leading slash. */
  path: string
  /** Path that a create is posted to, if it is not `path`. */
  create: string
  listKey: string
  envelope: Envelope
}

type ComputedKeys = Readonly<Record<string, Computed>>

/** Values of a row: the schema's keys and the computed ones. */
type Answered<Shown extends z.ZodObject, Key extends string> = z.output<Shown> & {
  [One in Key]?: unknown
}

export interface Spec<
  Create extends z.ZodObject = z.ZodObject,
  Shown extends z.ZodObject = Create,
  Update extends z.ZodObject = Create,
  Made extends ComputedKeys = Record<never, Computed>,
> {
  /** The Refine resource name; its first segment is also the page's address and the file's name. */
  name: string
  label: readonly [one: string, many: string]
  /** Path or paths of the text that names a record in questions, buttons and messages. */
  recordName: Path<z.output<Shown>> | readonly Path<z.output<Shown>>[]
  title?: string
  subtitle?: string
  /** Icon of the menu entry; a plain square when absent. */
  icon?: Icon
  api?: Partial<Api>
  create: Create
  /** Schema of a stored record, without _id and version; the create schema when absent. */
  row?: Shown
  /** Schema of an edit; the create schema when absent. */
  update?: Update
  /** A valid create body for the suites and the API's description. Made from the schema when absent. */
  sample?: z.input<Create>
  /** Rows for the demo, with names instead of ids: `(random) => [{ name: random.pick(['red', 'blue']) }]`. */
  samples?: Samples<z.input<Create>>
  /** The console has a custom page for the resource. It gets no list, form, route or menu entry. */
  ownPage?: true
  /** The console has no page for the resource: other screens show its data. */
  noPage?: true
  /** Values computed from others of the record: `{ seatsLeft: minus('capacity', count('participants')) }`. */
  computed?: Made & { readonly [Key in keyof Made]: Computed<Path<z.output<Create>>> }
  columns?: (
    kit: ColumnKit<Answered<Shown, NoInfer<keyof Made & string>> & RecordKeys>,
  ) => readonly Column[]
  /** Optional only for resources without a form (`ownPage`, `noPage`). */
  fields?: (kit: FieldKit<Path<z.input<Create>> | Path<z.input<Update>>>) => readonly Field[]
  /** The grey line under a record's name: `['steps', 'people']` gives '4 steps · assigned 31 times'. */
  line?: readonly (Path<z.output<Shown>> | 'people')[]
  /** Name of the console's component that replaces the table's body. */
  list?: string
  /** Shows the records as messages: a list with the open message beside it. */
  inbox?: Inbox<Path<z.output<Shown>>, z.output<Shown> & RecordKeys>
  /** Content of an expanded row: columns, or the name of the console's component. */
  detail?:
    | string
    | ((
        kit: ColumnKit<Answered<Shown, NoInfer<keyof Made & string>> & RecordKeys>,
      ) => readonly Column[])
  /** Tabs of a record's page, labels by the names of the console's components: `{ guests: 'Guest list' }`. */
  tabs?: Readonly<Record<string, string>>
  /** Cards on a record's page, labels by the names of the console's components: `{ seating: 'Seating plan' }`. */
  panels?: Readonly<Record<string, string>>
  /** Stored texts that a search covers. */
  search?: readonly TextPath<z.output<Shown>>[]
  sorts?: readonly (Path<z.output<Shown>> | Stamp | NoInfer<keyof Made & string>)[]
  filters?: readonly (Path<z.output<Shown>> | Stamp | NoInfer<keyof Made & string>)[]
  /** `-createdAt` when absent; a leading minus means descending. */
  defaultSort?: string
  unique?: readonly Unique<Path<z.output<Shown>>>[]
  /** Conditions over several fields, checked when each field is valid. */
  rules?: readonly Rule<Written<Create, Update>>[]
  /** Former names of keys. The next start moves their values: `{ email: 'contactEmail' }`. */
  renamedFrom?: { readonly [Key in Own<Create> | Own<Update>]?: string }
  actions?: readonly Action[]
  /** Actions on a record: `(action) => [action('remind', 'Send reminder', { done: 'Reminder sent.' })]`. */
  rowActions?: (action: ActionMaker<z.output<Shown> & RecordKeys>) => readonly OwnAction[]
  /** Actions on all records that match the search and the filters. */
  listActions?: (action: ListActionMaker<z.output<Shown> & RecordKeys>) => readonly OwnAction[]
  /** Records that wait, by a name: counted on the home page and, with a badge, in the menu. */
  needs?: Readonly<Record<string, Need>>
  /**
   * The public creates its records. Deleted ones are erased after TRASH_DAYS. Recent Activity skips their arrival.
   */
  fromPublic?: true
  /** Permissions of other roles (src/resources/roles.ts); none when absent. */
  access?: Access<(keyof z.input<Create> | keyof z.output<Shown>) & string>
  modalWidth?: number
  /** `saveFailed` sets `createFailed` and `updateFailed`. */
  messages?: Partial<Messages> & { saveFailed?: string }
}

type Own<Schema extends z.ZodObject> = Extract<keyof z.output<Schema>, string>

/** Keys that both the create form and the edit form write. */
type Written<Create extends z.ZodObject, Update extends z.ZodObject> = Pick<
  z.output<Create>,
  keyof z.output<Create> & keyof z.output<Update>
>

/** A condition over several fields of a record. */
export interface Rule<Body = never> {
  /** The field that shows the message. */
  field: [Body] extends [never] ? string : Path<Body>
  message: string
  /** Takes the whole record as it would be stored; for an update, the sent values over the stored ones. */
  holds: (record: Body) => boolean
}

/** A value that no two live records share, whatever its case. */
export interface Unique<At extends string = string> {
  path: At
  /** Limits uniqueness to records with the same values here: an owner's names are unique. */
  within?: readonly At[]
  /** Only this value is unique, and others may repeat: at most one record is the default. */
  only?: boolean | string
  message: string
}

type FieldOption = { on?: 'create' | 'edit'; hint?: string; half?: true }

export type PlainKit<At> = {
  [Kind in PlainField]: (path: At, label?: string, options?: FieldOption) => Field
}

/** Fields of a declaration. A missing label is made from the path: 'careerFields' gives 'Career Fields'. */
export interface FieldKit<At extends string = string> extends PlainKit<At> {
  password(path: At, label?: string, options?: FieldOption & { instead?: string }): Field
  /** The schema defines minimum, maximum and step. */
  number(path: At, label?: string, options?: FieldOption & { unit?: string }): Field
  /** Yes or No, or two other words. */
  boolean(path: At, label?: string, options?: FieldOption & { yes?: string; no?: string }): Field
  select(
    path: At,
    label?: string,
    options?: FieldOption & { choices?: readonly Choice[]; asks?: Asks },
  ): Field
  /** Active or Inactive, over a boolean. */
  status(path?: At, label?: string, options?: FieldOption): Field
  reference(path: At, label?: string, options?: FieldOption & { create?: boolean }): Field
  /**
   * Entries of an `ordered` list. `one` is by default made from the label. Entries of several fields can be
   * collapsed.
   */
  list<List extends ListPath<At>>(
    path: List,
    label: string,
    fields: (kit: EntryKit<EntryPath<At, List>>) => readonly Field[],
    options?: FieldOption & { one?: string; none?: string; folds?: boolean },
  ): Field
  part(path: At, label: string, part: string, options?: FieldOption): Field
  /** A number and its unit, as `amount` of schema.ts holds them: 'Duration Value', 'Duration Unit'. */
  amount(path: At, label?: string): readonly Field[]
  /** Puts fields under a heading: `...f.group('Rewards', [f.number(…), f.number(…)])`. */
  group(heading: string, fields: readonly Field[]): readonly Field[]
}

/** The fields of an entry: {number} in a label is its place, counted from 1. */
export type EntryKit<At extends string> = Omit<FieldKit<At>, 'part' | 'group' | 'password'>

/**
 * Declares a resource. The file's name is the first segment of the resource's name. The compiler checks every path;
 * the registry completes the declaration and checks the rest at run time.
 */
export function defineResource<
  Create extends z.ZodObject,
  Shown extends z.ZodObject = Create,
  Update extends z.ZodObject = Create,
  Made extends ComputedKeys = Record<never, Computed>,
>(spec: Spec<Create, Shown, Update, Made>): Declaration {
  // The registry holds declarations of all types. This call has checked the declaration against its own type.
  return spec as unknown as Declaration
}

/** A declaration whose own types are no longer known. */
export type Declaration = Spec<z.ZodObject, z.ZodObject, z.ZodObject, ComputedKeys>

/** Records of a resource that need attention: those that match the filters. The home page counts them. */
export interface Need {
  /** Filters in the format of the list's address: `{ status: 'new' }`, `{ createdAt_is: 'last7days' }`. */
  filters: Readonly<Record<string, string>>
  /** '{count} new message', '{count} new messages'. */
  words: readonly [one: Counted, many: Counted]
  /** Shows the count beside the menu entry, with these words for screen readers: '{count} new'. */
  badge?: string
}

type Counted = `${string}{count}${string}`

/** Messages: a list in two panes, with the whole message beside it and a way to reply. */
export interface Inbox<At extends string = string, Shown = never> {
  /** The path of the address that a reply goes to. */
  address: At
  subject: At
  /** The path of the message's text. */
  text: At
  /** Returns whether a message is unread; unread ones are bold. */
  isNew: (row: Shown) => boolean
}

import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { completeRegistry } from '../complete.ts'
import { count, made, path, plus } from '../computed.ts'
import { type Declaration, defineResource, type Field } from '../declaration.ts'
import { reference, references } from '../references.ts'
import { day, moment, money, ordered, requiredText, text, textList } from '../schema.ts'
import { DeclarationError } from './fault.ts'

const deep = ordered({ title: requiredText(), d: ordered({ title: requiredText() }) })
const create = z.object({
  name: requiredText(),
  colour: z.enum(['red', 'green']).default('red'),
  isActive: z.boolean().default(true),
  size: z.number().default(1),
  place: z.object({ city: text().optional() }).optional(),
  labels: textList(),
  plain: z.array(z.object({ title: requiredText() })).default([]),
  parent: reference('tags').optional(),
  others: references('tags').default([]),
  sessions: ordered({
    title: requiredText(),
    minutes: z.int().min(5),
    talks: ordered({ title: requiredText() }).default(() => []),
  }).default(() => []),
  a: ordered({ title: requiredText(), b: ordered({ title: requiredText(), c: deep }) }).optional(),
})
const tag = defineResource({
  name: 'tags',
  label: ['Tag', 'Tags'],
  recordName: 'name',
  create,
  columns: (c) => [c.text('name', 'Name', { sort: 'name' }), c.badge('colour'), c.status()],
  fields: (f) => [f.text('name'), f.select('colour'), f.reference('parent', 'Parent')],
  search: ['name', 'colour', 'labels', 'sessions.*.title'],
  sorts: ['name', 'size'],
  filters: ['colour', 'size', 'parent', 'others', 'createdAt'],
})

/** The lines that are said of declarations; none when they are right. */
function said(...declarations: Declaration[]): string[] {
  try {
    completeRegistry(declarations)
    return []
  } catch (error) {
    if (!(error instanceof DeclarationError)) throw error
    return error.message.split('\n')
  }
}

/** A declaration that TypeScript would refuse, or cannot see through. */
const changed = (change: object) => ({ ...tag, ...change }) as Declaration
/** The same without what refers to tags. */
const PLAIN = {
  create: z.object({ name: requiredText() }),
  columns: undefined,
  list: 'cards',
  fields: (f: { text(at: string): object }) => [f.text('name')],
  search: [],
  sorts: [],
  filters: [],
}
/** The same with a further key of the schema. */
const withKey = (key: string, value: z.ZodType, change: object = {}) =>
  changed({ create: create.extend({ [key]: value }), ...change })
/** The same with a field for it. */
const withField = (value: z.ZodType, field: object) =>
  withKey('value', value, {
    fields: () => [
      { kind: 'text', path: 'name', label: 'Name' },
      { path: 'value', label: 'Value', ...field },
    ],
  })

test('a right declaration is completed from its label and name', () => {
  const [resource] = completeRegistry([tag])
  expect(resource).toMatchObject({
    page: 'tags',
    title: 'Tags',
    file: 'src/resources/tags.ts',
    api: { path: '/tags', create: '/tags', listKey: 'tags', envelope: 'pagination' },
    actions: ['create', 'edit', 'delete'],
  })
  expect(resource?.messages).toMatchObject({
    add: 'Add Tag',
    createTitle: 'Add New Tag',
    editTitle: 'Edit Tag',
    empty: 'No tags found',
    deleteQuestion: 'Are you sure you want to delete this tag?',
    created: 'Tag created successfully.',
  })
})

const fields = (...more: Partial<Field>[]) => ({
  fields: () => [{ kind: 'text', path: 'name', label: 'Name' }, ...more],
})
const list = (at: string, ...inner: object[]): Partial<Field> =>
  ({ kind: 'list', path: at, label: 'L', one: 'O', folds: false, fields: inner }) as Partial<Field>
const title = { kind: 'text', path: 'title', label: 'Title' }
const minutes = { kind: 'number', path: 'minutes', label: 'Minutes' }

test('fields of entries are no error, three lists deep', () => {
  const right = fields(
    list('sessions', title, minutes, list('talks', title)),
    list('a', title, list('b', title, list('c', title, list('d', title)))),
  )
  expect(said(changed(right))).toEqual([])
})

test('similar names of columns that the database keeps apart are no error', () => {
  const media = changed({
    name: 'media',
    label: ['Medium', 'Media'],
    ...PLAIN,
    create: PLAIN.create.extend({ libraryId: z.string().optional() }),
  })
  const library = changed({
    name: 'media-library',
    label: ['Library', 'Libraries'],
    ...PLAIN,
    create: PLAIN.create.extend({ Id: z.string().optional() }),
  })
  expect(said(media, library)).toEqual([])
  // Columns contain their kind, and lists have none.
  const kinds = changed({
    create: create.extend({
      startsAt: moment().optional(),
      starts_at: z.string().optional(),
      Starts_at: textList(),
    }),
  })
  expect(said(kinds)).toEqual([])
})

describe('a wrong declaration is refused, each error once, with file, field and fix', () => {
  test.each<[string, Declaration, string]>([
    [
      'a name with capitals',
      changed({ name: 'Tags', api: { path: '/tags' }, ...PLAIN }),
      "name: 'Tags' is not a resource name. Fix: write it like 'career-fields'.",
    ],
    [
      'a page of the console',
      changed({ name: 'settings', ...PLAIN }),
      'name: /admin/settings is a page of the console. Fix: give it another name.',
    ],
    [
      'a route of the API',
      changed({ api: { path: '/health', create: '/tags' } }),
      "api.path: /health conflicts with the API's own /health. Fix: write another path.",
    ],
    [
      'a path below a route of another resource',
      changed({ api: { path: '/tags', create: '/users/profile/x' } }),
      "api.create: /users/profile/x conflicts with the API's own /users/profile. Fix: write another path.",
    ],
    [
      'a path above a route',
      changed({ api: { path: '/tags', create: '/admin' } }),
      "api.create: /admin conflicts with the API's own /admin/widget-data. Fix: write another path.",
    ],
    [
      'a path without a slash',
      changed({ api: { path: '/tags', create: 'tags' } }),
      "api.create: 'tags' is not a path. Fix: begin with a slash, like '/tags'.",
    ],
    [
      'a key that every record has',
      withKey('version', z.int().default(1)),
      "create.version: every record or list has a 'version' already. Fix: give the key another name.",
    ],
    [
      'a key that every list is asked by',
      withKey('page', z.int().default(1)),
      "create.page: every record or list has a 'page' already. Fix: give the key another name.",
    ],
    [
      'a key with a dot',
      withKey('first.name', z.string().default('')),
      "create.first.name: 'first.name' cannot be part of a path. Fix: use letters and digits.",
    ],
    [
      'a date of JavaScript',
      withKey('value', z.date().optional()),
      'create.value: z.date() has no field and no column. Fix: write moment() or day(), or edit it by f.part.',
    ],
    [
      'a set within an object',
      withKey('value', z.object({ all: z.set(z.string()) }).optional()),
      'create.value.all: z.set() has no field and no column. Fix: write z.array, or edit it by f.part.',
    ],
    [
      'a union',
      withKey('value', z.union([z.int(), z.string()]).optional()),
      'create.value: z.union() has no field and no column. Fix: write z.enum, or edit it by f.part.',
    ],
    [
      'a default that is not a choice',
      withKey('value', z.enum(['a', 'b']).default('c' as 'a')),
      'create.value: the schema rejects its own default. Fix: write a default that fits.',
    ],
    [
      'a sample that the schema refuses',
      changed({ sample: { name: ' ' } }),
      "sample.name: 'name' is required. Fix: write a sample that `create` accepts.",
    ],
    [
      'a reference to no resource',
      withKey('value', reference('mentors').optional()),
      "create.value: there is no resource 'mentors'. Fix: write one of tags.",
    ],
    [
      'a field that offers to create what has no form',
      changed({
        actions: ['edit'],
        ...fields({ kind: 'reference', path: 'parent', label: 'P', create: true }),
      }),
      "fields 'parent': no form creates tags. Fix: remove { create: true }.",
    ],
    [
      'a key of the other form',
      changed({
        update: create.extend({ note: text().optional() }),
        ...fields({ kind: 'text', path: 'note', label: 'Note' }),
      }),
      "fields 'note': the schema to create has no such key. Fix: add it there, or write { on: 'edit' }.",
    ],
    [
      'a field twice',
      changed(fields({ kind: 'text', path: 'name', label: 'Again' })),
      "fields 'name': there are two fields for it. Fix: remove one of the two.",
    ],
    [
      'a text field over a moment',
      withField(moment(), { kind: 'text' }),
      "fields 'value': f.text cannot edit a value of the kind 'date'. Fix: use f.dateTime.",
    ],
    [
      'a date-time field over a day',
      withField(day(), { kind: 'dateTime' }),
      "fields 'value': f.dateTime cannot edit a value of the kind 'day'. Fix: use f.date.",
    ],
    [
      'a money field over a number without a currency',
      withField(z.number(), { kind: 'money' }),
      "fields 'value': the schema does not say money. Fix: write money(…) in the schema.",
    ],
    [
      'a currency that is none',
      withField(money('Euro'), { kind: 'money' }),
      "fields 'value': 'Euro' is not a currency. Fix: write three letters, like money('EUR').",
    ],
    [
      'a currency that nobody chooses',
      withField(money({ currencyIn: 'colour' }), { kind: 'money' }),
      "fields 'value': 'colour' offers no currencies. Fix: write choice(['EUR', 'USD'], 'EUR').",
    ],
    [
      'a select without choices',
      withField(requiredText(), { kind: 'select' }),
      "fields 'value': there is nothing to choose from. Fix: write z.enum, or pass { choices }.",
    ],
    [
      'a choice that the schema refuses',
      withField(z.enum(['a']), { kind: 'select', choices: [{ value: 'b', label: 'B' }] }),
      "fields 'value': 'b' is not a choice. Fix: write a choice of the schema.",
    ],
    [
      'a question about no choice',
      withField(z.enum(['a']), { kind: 'select', asks: { b: {} } }),
      "fields 'value': 'b' is not a choice. Fix: write a choice of the schema.",
    ],
    [
      'a reference field over a text',
      withField(requiredText(), { kind: 'reference' }),
      "fields 'value': the schema refers to no resource. Fix: write reference(…) or references(…) there.",
    ],
    [
      'texts over objects',
      changed(fields({ kind: 'commaList', path: 'plain', label: 'P' })),
      "fields 'plain': f.commaList edits texts. Fix: use f.reference for ids, or f.part.",
    ],
    [
      'a password by the link of no action',
      withField(z.string().nullable(), { kind: 'password', instead: 'link' }),
      "fields 'value': no action 'link' shows a link. Fix: name one with shown.",
    ],
    [
      'a required key that no field fills',
      withKey('value', day()),
      'create.value: is required, and no field fills it. Fix: add a field for it, or give it a default.',
    ],
    [
      'a required key of an optional object that a field begins',
      withKey('spot', z.object({ city: requiredText(), street: text().optional() }).optional(), {
        ...fields({ kind: 'text', path: 'spot.street', label: 'Street' }),
      }),
      'create.spot.city: is required, and no field fills it. Fix: add a field for it, or give it a default.',
    ],
    [
      'a list field over a plain list',
      changed(fields(list('plain', title))),
      "fields 'plain': f.list edits ordered lists. Fix: write ordered({ … }) in the schema.",
    ],
    [
      'a field of another kind in an entry',
      changed(fields(list('sessions', title, { ...minutes, kind: 'text' }))),
      "fields 'sessions' › 'minutes': f.text cannot edit a value of the kind 'number'. Fix: use f.number.",
    ],
    [
      'a required key of an entry without a field',
      changed(fields(list('sessions', title))),
      "fields 'sessions' › 'minutes': is required, and no field fills it. Fix: add a field for it, or give it a default.",
    ],
    [
      'another field over an ordered list',
      changed(
        fields({ kind: 'part', path: 'a', label: 'A' }, { ...title, path: 'sessions' } as Field),
      ),
      "fields 'sessions': f.text cannot edit an ordered list. Fix: use f.list.",
    ],
    [
      'a status column over a text',
      changed({ columns: () => [{ kind: 'status', path: 'name', label: 'S' }] }),
      "columns 'S': c.status cannot show a value of the kind 'text'. Fix: use c.text.",
    ],
    [
      'a text column over an id',
      changed({ columns: () => [{ kind: 'text', path: 'parent', label: 'P' }] }),
      "columns 'P': 'parent' is the id of another record. Fix: write c.reference('parent').",
    ],
    [
      'a reference column over a text',
      changed({ columns: () => [{ kind: 'reference', path: 'name', label: 'N' }] }),
      "columns 'N': 'name' refers to no resource. Fix: write reference(…) in the schema.",
    ],
    [
      'a column sorted by an undeclared key',
      changed({ columns: () => [{ kind: 'text', path: 'name', label: 'N', sort: 'colour' }] }),
      "columns 'N': 'colour' is not sortable. Fix: add it to sorts: ['colour', …].",
    ],
    [
      'an expanded row with a key that no row has',
      changed({ detail: () => [{ kind: 'text', path: 'nmae', label: 'N' }] }),
      "detail 'N': a row has no 'nmae'. Fix: write a path of the row.",
    ],
    [
      'a list that shows nothing',
      changed({ columns: () => [] }),
      "columns: the list shows nothing. Fix: write columns, or a list body: list: 'cards'.",
    ],
    [
      'an inbox without addresses',
      changed({ inbox: { address: 'size', subject: 'name', text: 'name', isNew: () => true } }),
      "inbox.address: a row has no text 'size'. Fix: write the path of a text.",
    ],
    [
      'a record called by a switch',
      changed({ recordName: 'isActive' }),
      "recordName 'isActive': a row has no such text. Fix: write the path of a text.",
    ],
    [
      'a search of ids',
      changed({ search: ['others'] }),
      "search 'others': only the id of another record is stored here. Fix: use a filter instead.",
    ],
    [
      'sorted by a list',
      changed({ sorts: ['name', 'labels'] }),
      "sorts 'labels': 'list' values cannot be compared. Fix: write the path of one value.",
    ],
    [
      'an object that is unique',
      changed({ unique: [{ path: 'place', message: 'Twice.' }] }),
      "unique 'place': 'object' values cannot be compared. Fix: write the path of one value.",
    ],
    [
      'a switch that is unique',
      changed({ unique: [{ path: 'isActive', message: 'Twice.' }] }),
      "unique 'isActive': only two records could ever be stored. Fix: write only: true.",
    ],
    [
      'two unique rules of one path',
      changed({
        unique: [
          { path: 'name', message: 'Twice.' },
          { path: 'name', within: ['colour'], message: 'Twice in this colour.' },
        ],
      }),
      "unique 'name': two rules begin with it. Fix: merge them, or begin one with another path of its `within`.",
    ],
    [
      'an unknown default sort',
      changed({ defaultSort: '-colour' }),
      "defaultSort: 'colour' is not sortable. Fix: add it to sorts: ['colour', …].",
    ],
    [
      'a filter called like the range of another',
      withKey('size_from', z.string().default(''), { filters: ['size', 'size_from'] }),
      "filters 'size_from': the list has a parameter 'size_from' already. Fix: rename or remove it.",
    ],
    [
      'a filter by a choice with a comma',
      withKey('value', z.enum(['a', 'or not, to be']).default('a'), { filters: ['value'] }),
      "filters 'value': the choice 'or not, to be' has a comma. Fix: write it without one.",
    ],
    [
      'a need by what is no filter',
      changed({ needs: { late: { filters: { name: 'x' }, words: ['{count}', '{count}'] } } }),
      "needs.late: 'name' is not a filter of the list. Fix: add it to filters.",
    ],
    [
      'a need of no choice',
      changed({ needs: { late: { filters: { colour: 'blue' }, words: ['{count}', '{count}'] } } }),
      "needs.late: 'blue' is not a choice of 'colour'. Fix: write a choice of the schema.",
    ],
    [
      'a computed key that the record has',
      changed({ computed: { colour: path('name') } }),
      "computed.colour: a record has a 'colour' already. Fix: give it another name.",
    ],
    [
      'a computed value of what is not there',
      changed({ computed: { long: plus('nmae', 1) } }),
      "computed.long: path cannot read 'nmae'. Fix: write a path to number or text or choice or date or day.",
    ],
    [
      'a count of what is no list',
      changed({ computed: { long: count('name') } }),
      "computed.long: count cannot read 'name'. Fix: write a path to list.",
    ],
    [
      'a list sorted by a function',
      changed({ computed: { loud: made(z.string(), () => 'x') }, sorts: ['name', 'loud'] }),
      'computed.loud: a list cannot sort or filter by a function. Fix: write an expression: minus, count ….',
    ],
    [
      'a former name that is in use',
      changed({ renamedFrom: { name: 'colour' } }),
      "renamedFrom 'name': 'colour' is in use or is not a key. Fix: write what the key was called before.",
    ],
    [
      'an action that is no function',
      changed({
        rowActions: (a: (...of: unknown[]) => object) => [a('send-it', 'X', { done: 'X' })],
      }),
      "rowActions 'send-it': cannot be the name of a function here. Fix: write a verb like 'markAnswered'.",
    ],
    [
      'an action whose name is taken',
      changed({
        rowActions: (a: (...of: unknown[]) => object) => [a('delete', 'X', { done: 'X' })],
      }),
      "rowActions 'delete': cannot be the name of a function here. Fix: write a verb like 'markAnswered'.",
    ],
    [
      'a role that changes what it may not read',
      changed({ access: { update: ['editor'] } }),
      "access.update: 'editor' may not read records. Fix: add 'editor' to access.read.",
    ],
    [
      'a role that creates and may not fill a required key',
      changed({
        access: { read: ['editor'], create: ['editor'], fields: { name: { write: [] } } },
      }),
      "access.fields.name: 'editor' creates records but may not write it. Fix: give it a default.",
    ],
    [
      'a hidden key that orders the list',
      changed({
        access: { read: ['editor'], fields: { size: { read: [] } } },
        defaultSort: 'size',
      }),
      'access.fields.size.read: it names, orders or limits records, and editor may not read it. Fix: let all of access.read read it, or use another key for that.',
    ],
    [
      'a computed key that tells of a hidden one',
      changed({
        access: { read: ['editor'], fields: { size: { read: [] } } },
        computed: { double: plus('size', 'size') },
      }),
      "access.fields.double: it reveals 'size', which is hidden. Fix: hide it too.",
    ],
  ])('%s', (_, declaration, says) => {
    const page = declaration.name.split('/')[0]
    expect(said(declaration)).toEqual([`src/resources/${page}.ts: ${says}`])
  })

  test('two resources with the same address or label', () => {
    const other = changed({ name: 'labels', label: ['Tag', 'Labels'], api: { path: '/tags' } })
    expect(said(tag, other)).toEqual([
      "src/resources/labels.ts: api.path: src/resources/tags.ts also has '/tags'. Fix: rename one of the two.",
      "src/resources/labels.ts: api.create: src/resources/tags.ts also has '/tags'. Fix: rename one of the two.",
      "src/resources/labels.ts: label: src/resources/tags.ts also has 'Tag'. Fix: rename one of the two.",
    ])
  })

  test('two keys that the database would give the same column', () => {
    const twice = changed({
      create: create.extend({ startsAt: z.string().optional(), starts_at: z.string().optional() }),
    })
    expect(said(twice)).toEqual([
      "src/resources/tags.ts: 'starts_at': the database would name it like 'startsAt' of src/resources/tags.ts. Fix: rename one of the two.",
    ])
  })

  test('two resources whose tables or indexes the database would give the same name', () => {
    const sorted = withKey('startsAt', z.string().optional(), { sorts: ['name', 'startsAt'] })
    const starts = changed({ name: 'tags-starts', label: ['Start', 'Starts'], ...PLAIN })
    const at = {
      ...starts,
      create: PLAIN.create.extend({ at: z.string().optional() }),
      sorts: ['at'],
    } as Declaration
    expect(said(sorted, at)).toEqual([
      "src/resources/tags-starts.ts: 'at': the database would name it like 'startsAt' of src/resources/tags.ts. Fix: rename one of the two.",
    ])
    expect(
      said(tag, changed({ name: 'tags-search', label: ['Search', 'Searches'], ...PLAIN })),
    ).toEqual([
      "src/resources/tags-search.ts: 'name': the database would name it like 'search' of src/resources/tags.ts. Fix: rename one of the two.",
    ])
  })

  test('one former name of two keys', () => {
    const lines = said(changed({ renamedFrom: { name: 'was', colour: 'was' } }))
    expect(lines).toEqual([
      "src/resources/tags.ts: renamedFrom 'name': two keys were called 'was'. Fix: remove one of the two.",
      "src/resources/tags.ts: renamedFrom 'colour': two keys were called 'was'. Fix: remove one of the two.",
    ])
  })

  test('two actions of one name', () => {
    const twice = (a: (...of: unknown[]) => object) => [a('ping', 'X', { done: 'X' })]
    expect(said(changed({ rowActions: twice, listActions: twice }))).toEqual([
      "src/resources/tags.ts: rowActions 'ping': two actions have this name. Fix: give each its own.",
      "src/resources/tags.ts: listActions 'ping': two actions have this name. Fix: give each its own.",
    ])
  })

  test('all errors of all declarations are reported at once', () => {
    const lines = said(
      changed({ defaultSort: 'x', sample: {} }),
      changed({ name: 'login', label: ['A', 'B'], ...PLAIN }),
    )
    expect(lines.map((line) => line.split(':')[1])).toEqual([
      ' defaultSort',
      ' sample.name',
      ' name',
    ])
  })
})

import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { completeRegistry } from '../complete.ts'
import { count, made, path, plus } from '../computed.ts'
import { type Declaration, defineResource } from '../declaration.ts'
import { reference, references } from '../references.ts'
import { day, moment, money, requiredText } from '../schema.ts'

const create = z.object({
  name: requiredText(),
  colour: z.enum(['red', 'green']).default('red'),
  isActive: z.boolean().default(true),
})
const tag = defineResource({
  name: 'tags',
  label: ['Tag', 'Tags'],
  recordName: 'name',
  create,
  sample: { name: 'remote' },
  columns: (c) => [c.text('name', 'Name'), c.badge('colour', 'Colour'), c.status()],
  fields: (f) => [f.text('name', 'Name'), f.select('colour', 'Colour'), f.status()],
  sorts: ['name'],
})

/** The declarations a compiler cannot refuse: written by hand, or built from data. */
const wrong = (change: Partial<Declaration>) => [{ ...tag, ...change } as Declaration]

test('a right declaration is completed from its label and name', () => {
  const [resource] = completeRegistry([tag])
  expect(resource).toMatchObject({
    page: 'tags',
    title: 'Tags',
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

/** The same, with a further text. */
const withKey = (key: string): Partial<Declaration> => {
  const wide = create.extend({ [key]: z.string().default('') })
  return { create: wide, row: wide }
}

/** The same, with a value that only a field of its kind can edit. */
const withValue = (value: z.ZodType): Partial<Declaration> => {
  const wide = create.extend({ value })
  return { create: wide, row: wide }
}

/** The same, with lists and references to search in. */
const deep = (path: string): Partial<Declaration> => {
  const wide = create.extend({
    steps: z.array(z.object({ title: requiredText() })).default([]),
    parent: reference('tags').optional(),
    others: references('tags').default([]),
  })
  return {
    create: wide,
    row: wide.extend({ parent: z.object({ _id: z.string(), name: z.string() }).optional() }),
    search: ['name', 'colour', 'steps.*.title', path],
  }
}

test('LIST-02 texts, choices and texts within lists can be searched', () => {
  expect(completeRegistry(wrong(deep('name')))).toHaveLength(1)
})

describe('a wrong declaration names file, field and fix', () => {
  test.each<[string, Partial<Declaration>, string, string]>([
    ['a name with capitals', { name: 'Tags' }, 'name', 'lower-case words'],
    ['an empty label', { label: ['Tag', ''] }, 'label', "like ['Tag', 'Tags']"],
    ['a path without a slash', { api: { path: 'tags' } }, 'api.path', 'begin with a slash'],
    [
      'a field the schema does not know',
      { fields: (f) => [f.text('nmae', 'Name'), f.text('name', 'Name')] },
      "fields[0] 'nmae'",
      "did you mean 'name'? There are name, colour, isActive",
    ],
    [
      'a field twice',
      { fields: (f) => [f.text('name', 'Name'), f.text('name', 'Title')] },
      "fields[1] 'name'",
      'keep one of the two',
    ],
    [
      'a number field over text',
      { fields: (f) => [f.number('name', 'Name')] },
      "fields[0] 'name'",
      'use f.text',
    ],
    [
      'KIT-01 a text field over a moment',
      { ...withValue(moment()), fields: (f) => [f.text('value', 'Starts')] },
      "fields[0] 'value'",
      'use f.dateTime',
    ],
    [
      'KIT-01 a date-time field over a day',
      { ...withValue(day()), fields: (f) => [f.dateTime('value', 'Starts')] },
      "fields[0] 'value'",
      'use f.date,',
    ],
    [
      'KIT-02 a money field over a number without a currency',
      { ...withValue(z.number()), fields: (f) => [f.money('value', 'Price')] },
      "fields[0] 'value'",
      "write money('EUR') in the schema, or use f.number",
    ],
    [
      'KIT-02 a currency that is none',
      { ...withValue(money('Euro')), fields: (f) => [f.money('value', 'Price')] },
      "fields[0] 'value'",
      "write its three letters, like money('EUR')",
    ],
    [
      'KIT-02 a duration field over a text',
      { ...withValue(requiredText()), fields: (f) => [f.duration('value', 'Length')] },
      "fields[0] 'value'",
      'use f.text',
    ],
    [
      'KIT-01 a required day that no field fills',
      { create: create.extend({ value: day() }) },
      'create.value',
      "add f.date('value'",
    ],
    [
      'a select without choices',
      { fields: (f) => [f.select('name', 'Name')] },
      "fields[0] 'name'",
      'pass { choices }',
    ],
    [
      'a required key that no field fills',
      { fields: (f) => [f.select('colour', 'Colour')] },
      'create.name',
      "add f.text('name'",
    ],
    [
      'a column of a key no row has',
      { columns: (c) => [c.text('nmae', 'Name')] },
      "columns[0] 'Name'",
      "did you mean 'name'? There are _id, name",
    ],
    [
      'a status column over text',
      { columns: (c) => [c.status('name', 'Status')] },
      "columns[0] 'Status'",
      'c.text for',
    ],
    [
      'KIT-02 a number column over a text',
      { columns: (c) => [c.number('name', 'Name')] },
      "columns[0] 'Name'",
      'c.text for',
    ],
    [
      'KIT-03 a text column over an id',
      { ...withValue(reference('tags').optional()), columns: (c) => [c.text('value', 'Parent')] },
      "columns[0] 'Parent'",
      "c.reference('value', 'Parent')",
    ],
    [
      'KIT-03 a reference column over a text',
      { columns: (c) => [c.reference('name', 'Name')] },
      "columns[0] 'Name'",
      'or use another column',
    ],
    [
      'KIT-07 a computed key that the record has',
      { computed: { colour: path('name') } },
      'computed.colour',
      'another name',
    ],
    [
      'KIT-07 a computed value of what is not there',
      { computed: { long: plus('nmae', 1) } },
      'computed.long',
      "did you mean 'name'",
    ],
    [
      'KIT-07 a sum of a text',
      { computed: { long: plus('name', 1) } },
      'computed.long',
      'values of that kind',
    ],
    [
      'KIT-07 a count of what is no list',
      { computed: { long: count('name') } },
      'computed.long',
      "leave 'name' out",
    ],
    [
      'KIT-07 a list sorted by a function',
      { computed: { loud: made(z.string(), () => 'x') }, sorts: ['name', 'loud'] },
      "sorts 'loud'",
      'minus, count',
    ],
    [
      'a filter by a choice with a comma',
      { ...withValue(z.enum(['to be', 'or not, to be'])), filters: ['value'] },
      "filters 'value'",
      'without one',
    ],
    [
      'a column sorted by an undeclared key',
      { columns: (c) => [c.text('name', 'Name', { sort: 'colour' })] },
      "columns[0] 'Name'",
      "sorts: ['colour', …]",
    ],
    [
      'a field on a page of its own',
      { ownPage: true, columns: () => [] },
      'fields',
      'leave out fields, or ownPage',
    ],
    [
      'an expanded row with a key no row has',
      { detail: (c) => [c.text('name', 'Name'), c.text('nmae', 'Other')] },
      "detail[1] 'Other'",
      "did you mean 'name'? There are _id, name",
    ],
    ['an expanded row that shows nothing', { detail: () => [] }, 'detail', 'leave out detail'],
    ['a list that shows nothing', { columns: () => [] }, 'columns', "list: 'cards'"],
    [
      'a search over an unknown key',
      { search: ['nmae'] },
      'search',
      "did you mean 'name'? There are _id, name",
    ],
    ['LIST-02 a search of a boolean', { search: ['isActive'] }, 'search', 'leave it out'],
    ['LIST-02 a search of a list of objects', deep('steps'), 'search', "like 'steps.*.title'"],
    ['LIST-02 a search through a list', deep('steps.title'), 'search', 'a star stands for'],
    [
      'LIST-04 a filter called like a word of every list',
      { ...withKey('page'), filters: ['page'] },
      'filters',
      "'page'",
    ],
    [
      'LIST-04 a filter called like the days of another',
      { ...withKey('createdAt_from'), filters: ['createdAt', 'createdAt_from'] },
      'filters',
      "'createdAt_from'",
    ],
    ['LIST-02 a search of what is shown', deep('parent.name'), 'search', "filters: ['parent', …]"],
    ['LIST-02 a search of ids', deep('others'), 'search', "filters: ['others', …]"],
    [
      'KIT-13 a former name of no key',
      { renamedFrom: { nmae: 'title' } },
      "renamedFrom 'nmae'",
      "did you mean 'name'?",
    ],
    [
      'KIT-13 a former name that is in use',
      { renamedFrom: { name: 'colour' } },
      "renamedFrom 'name'",
      'what the key was called before',
    ],
    [
      'KIT-13 one former name of two keys',
      { renamedFrom: { name: 'was', colour: 'was' } },
      "renamedFrom 'colour'",
      'keep the one that it became',
    ],
    ['no name for a record', { recordName: [] }, 'recordName', "like recordName: 'title'"],
    [
      'a record called by an unknown key',
      { recordName: 'nmae' },
      'recordName',
      "did you mean 'name'?",
    ],
    ['a record called by a switch', { recordName: 'isActive' }, 'recordName', 'one of _id, name'],
    ['an unknown default sort', { defaultSort: '-colour' }, 'defaultSort', "sorts: ['colour', …]"],
    ['a sample the schema refuses', { sample: { name: ' ' } }, 'sample.name', 'a sample that'],
  ])('%s', (_, change, at, fix) => {
    expect(() => completeRegistry(wrong(change))).toThrow(`check.test.ts: ${at}`)
    expect(() => completeRegistry(wrong(change))).toThrow(fix)
  })

  test('all faults are told at once', () => {
    const faulty = wrong({ label: ['', ''], search: ['x'], sample: {} })
    expect(() => completeRegistry(faulty)).toThrow(/label[\s\S]*search[\s\S]*sample\.name/)
  })
})

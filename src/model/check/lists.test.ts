import { expect, test } from 'vitest'
import * as z from 'zod'
import { completeRegistry } from '../complete.ts'
import { type Declaration, defineResource, type Field } from '../declaration.ts'
import { ordered, requiredText, text, textList } from '../schema.ts'
import { DeclarationError } from './fault.ts'

const deep = ordered({ title: requiredText(), d: ordered({ title: requiredText() }) })
const create = z.object({
  name: requiredText(),
  labels: textList(),
  plain: z.array(z.object({ title: requiredText() })).default([]),
  place: z.object({ city: text().optional() }).optional(),
  sessions: ordered({
    title: requiredText(),
    minutes: z.int().min(5),
    level: z.enum(['easy', 'hard']).default('easy'),
    talks: ordered({ title: requiredText() }).default(() => []),
  }).default(() => []),
  a: ordered({ title: requiredText(), b: ordered({ title: requiredText(), c: deep }) }).optional(),
})

/** The faults of a declaration with such fields: what a compiler cannot refuse is built from data. */
function faultsOf(...fields: (object | undefined)[]) {
  try {
    completeRegistry([
      defineResource({
        name: 'tags',
        label: ['Tag', 'Tags'],
        recordName: 'name',
        create,
        sample: { name: 'remote' },
        columns: (c) => [c.text('name', 'Name')],
        fields: (f) => [f.text('name', 'Name'), ...(fields as Field[])],
      }) as Declaration,
    ])
    return []
  } catch (error) {
    if (!(error instanceof DeclarationError)) throw error
    return error.faults.map(({ at, what, fix }) => `${at}: ${what}. Fix: ${fix}.`)
  }
}

const list = (path: string, fields: readonly object[], more: object = {}) => ({
  kind: 'list',
  path,
  label: 'Sessions',
  one: 'Session',
  folds: false,
  fields,
  ...more,
})
const title = { kind: 'text', path: 'title', label: 'Title' }
const minutes = { kind: 'number', path: 'minutes', label: 'Minutes' }
const level = { kind: 'select', path: 'level', label: 'Level' }

test('KIT-04 right fields of entries are no fault, three lists deep', () => {
  expect(faultsOf(list('sessions', [title, minutes, level, list('talks', [title])]))).toEqual([])
  expect(faultsOf(list('a', [title, list('b', [title, list('c', [title])])]))).toEqual([])
})

test.each<[string, object, string]>([
  [
    'a list of texts',
    list('labels', [title]),
    "fields[1] 'labels': a list field edits an ordered list, and this is a plain one. Fix: write ordered({ … }) of #model/schema.ts in the schema.",
  ],
  [
    'objects in no order',
    list('plain', [title]),
    "fields[1] 'plain': a list field edits an ordered",
  ],
  ['an object', list('place', [title]), 'and this is an object. Fix: write ordered({ … })'],
  ['a path that there is none of', list('sesions', [title]), "did you mean 'sessions'?"],
  [
    'an unknown key of an entry',
    list('sessions', [title, { ...minutes, path: 'minuts' }]),
    "fields[1] 'sessions' › 'minuts': the entries have no such key. Fix: did you mean 'minutes'? There are title, minutes, level, talks.",
  ],
  [
    'an unknown key within',
    list('sessions', [title, minutes, list('talks', [{ ...title, path: 'name' }])]),
    "fields[1] 'sessions' › 'talks' › 'name': the entries have no such key. Fix: write one of title.",
  ],
  [
    'a required key without a field',
    list('sessions', [title]),
    "fields[1] 'sessions': 'minutes' of an entry is required, and no field fills it. Fix: add f.number('minutes', …), or give it a default.",
  ],
  [
    'a field of another kind',
    list('sessions', [title, { ...minutes, kind: 'commaList' }]),
    "fields[1] 'sessions' › 'minutes': a commaList field cannot edit a number value. Fix: use f.number, or change the schema.",
  ],
  [
    'another field over an ordered list',
    { ...title, path: 'sessions' },
    "fields[1] 'sessions': a text field cannot edit a list value. Fix: use f.list, or change the schema.",
  ],
  [
    'four deep',
    list('a', [title, list('b', [title, list('c', [title, list('d', [title])])])]),
    "fields[1] 'a' › 'b' › 'c' › 'd': 4 lists stand within each other. Fix: keep to 3, or make the innermost a resource that f.reference chooses from.",
  ],
  ['no field', list('sessions', []), 'its entries have no fields. Fix: write them: (f) => ['],
  [
    'the place',
    list('sessions', [title, minutes, { ...minutes, path: 'order' }]),
    "› 'order': is set by the list itself. Fix: leave it out.",
  ],
  [
    'a part',
    list('sessions', [title, minutes, { kind: 'part', path: 'level', label: 'L', part: 'level' }]),
    "› 'level': a form part cannot stand in an entry. Fix: use another field",
  ],
  ['one form', list('sessions', [title, { ...minutes, on: 'edit' }]), 'Fix: leave out on.'],
  ['a question', list('sessions', [title, minutes, { ...level, asks: {} }]), 'leave out asks'],
  ['no label', list('sessions', [title, { ...minutes, label: ' ' }]), 'the label is empty'],
  ['twice', list('sessions', [title, minutes, title]), "› 'title': stands there twice"],
])('KIT-11 %s in an ordered list is refused, with the place and the fix', (_, field, words) => {
  const faults = faultsOf(field)
  expect(faults).toHaveLength(1)
  expect(faults[0]).toContain(words)
})

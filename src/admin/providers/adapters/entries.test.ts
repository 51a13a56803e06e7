import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { completeRegistry } from '#model/complete.ts'
import { defineResource, type Row } from '#model/declaration.ts'
import { reference, references } from '#model/references.ts'
import { labelOf, type Resource } from '#model/resource.ts'
import { duration, ordered, requiredText, text, textList } from '#model/schema.ts'
import { parseBody } from '#model/validate.ts'
import { blankEntry, type Draft, toBody, toDraft } from './draft.ts'

const places = defineResource({
  name: 'places',
  label: ['Place', 'Places'],
  recordName: 'name',
  create: z.object({ name: requiredText() }),
  sample: { name: 'Hut' },
  columns: (c) => [c.text('name', 'Name')],
  fields: (f) => [f.text('name', 'Name')],
})

const [, resource] = completeRegistry([
  places,
  defineResource({
    name: 'workshops',
    label: ['Workshop', 'Workshops'],
    recordName: 'title',
    create: z.object({
      title: requiredText(),
      sessions: ordered({
        title: requiredText(),
        minutes: z.int().min(5),
        level: z.enum(['easy', 'hard']).default('easy'),
        tags: textList(),
        note: text().optional(),
        takes: duration().optional(),
        isOnline: z.boolean().default(false),
        place: reference('places').optional(),
        talks: ordered({
          title: requiredText(),
          slides: ordered({ text: requiredText(), seats: z.int().min(1).optional() }).min(1),
        }).default(() => []),
      }).default(() => []),
      visited: ordered({ places: references('places') }).default(() => []),
    }),
    sample: { title: 'Interview lab' },
    columns: (c) => [c.text('title', 'Title')],
    fields: (f) => [
      f.text('title', 'Title'),
      f.list('sessions', 'Sessions', (f) => [
        f.text('title', 'Title'),
        f.number('minutes', 'Length (minutes)'),
        f.select('level', 'Level'),
        f.commaList('tags', 'Tags'),
        f.textArea('note', 'Note'),
        f.duration('takes', 'Takes'),
        f.boolean('isOnline', 'Online'),
        f.reference('place', 'Place'),
        f.list('talks', 'Talks', (f) => [
          f.text('title', 'Talk {number} Title'),
          f.list('slides', 'Slides', (f) => [
            f.text('text', 'AI Text'),
            f.number('seats', 'Seats'),
          ]),
        ]),
      ]),
      f.list('visited', 'Visited Places', (f) => [f.reference('places', 'Places')]),
    ],
  }),
]) as [Resource, Resource]

const stored: Row = {
  _id: 'w1',
  id: 'w1',
  title: 'Interview lab',
  sessions: [
    {
      _id: 's1',
      title: ' Warm up ',
      minutes: 30,
      tags: ['calm, slow', 'loud'],
      note: null,
      takes: 90,
      isOnline: true,
      place: { _id: 'p1', name: 'Hut' },
      picture: { wide: true },
      talks: [{ _id: 't1', title: 'Open', slides: [{ text: 'Hello', seats: 2 }], tone: 'soft' }],
      order: 0,
    },
    { title: 'Break', minutes: '15', isOnline: null, order: 7, drinks: ['tea'] },
  ],
}
const body = (typed: Draft) => toBody(resource, 'edit', typed, stored)
const change = (work: (sessions: Draft[]) => unknown): Draft[] => {
  const draft = toDraft(resource, 'edit', stored)
  const sessions = structuredClone(draft.sessions as Draft[])
  const left = work(sessions)
  return body({ ...draft, sessions: left ?? sessions }).sessions as Draft[]
}

describe('the entries of a list as the form holds them', () => {
  test('each field is converted by its kind, with any other values in the entry', () => {
    const [first] = toDraft(resource, 'edit', stored).sessions as Draft[]
    expect(first).toEqual({
      ...(stored.sessions as Draft[])[0],
      tags: 'calm, slow, loud',
      takes: '1 h 30 min',
      isOnline: 'true',
      place: 'p1',
    })
  })

  test('a new entry starts with the schema’s defaults', () => {
    const list = resource.fields.find(({ path }) => path === 'sessions')
    expect(list?.kind === 'list' && blankEntry(resource.create, 'sessions', list)).toEqual({
      title: '',
      level: 'easy',
      tags: '',
      note: '',
      takes: '',
      isOnline: 'false',
      talks: [],
    })
  })

  test('untouched values are sent as stored, typed ones by their kind', () => {
    const [first, second] = stored.sessions as Draft[]
    const sent = change(([warmUp]) => {
      Object.assign(warmUp as Draft, { minutes: '45', note: 'Slowly.', takes: '2 h' })
    })
    expect(sent).toEqual([
      { ...first, minutes: 45, note: 'Slowly.', takes: 120, place: 'p1', talks: numbered(first) },
      { ...second, order: 1 },
    ])
  })

  test('a moved entry keeps its id and all its values', () => {
    const [first, second] = stored.sessions as Draft[]
    expect(change((sessions) => sessions.toReversed())).toEqual([
      { ...second, order: 0 },
      { ...first, place: 'p1', order: 1, talks: numbered(first) },
    ])
  })

  test('a cleared text is removed; a required one shows an error at its path', () => {
    const sent = change(([warmUp, rest]) => {
      Object.assign(warmUp as Draft, { note: '', minutes: 'soon', talks: [{ title: '' }] })
      Object.assign(rest as Draft, { title: '', minutes: '' })
    })
    expect(sent[0]).not.toHaveProperty('note')
    const parsed = parseBody(resource, 'edit', { title: 'Lab', sessions: sent })
    expect(parsed.ok || parsed.errors).toEqual({
      'sessions.0.minutes': 'Session 1 length must be a number, like 1000 or 1.5.',
      'sessions.0.talks.0.title': 'Session 1 talk 1 title is required.',
      'sessions.0.talks.0.slides': 'Session 1 talk 1 slides is required.',
      'sessions.1.title': 'Session 2 title is required.',
      'sessions.1.minutes': 'Session 2 length is required.',
    })
  })

  test.each([undefined, null, 'steps', 7, {}, [null, 3]])('%j breaks nothing', (sessions) => {
    const row = { ...stored, sessions }
    const draft = toDraft(resource, 'edit', row)
    expect(toBody(resource, 'edit', { ...draft, title: 'Lab' }, row).sessions).toEqual(sessions)
  })
})

/** The talks of a session with their places set. */
function numbered(session: Draft | undefined): Draft[] {
  return ((session?.talks ?? []) as Draft[]).map((talk, order) => ({
    ...talk,
    order,
    slides: (talk.slides as Draft[]).map((slide, at) => ({ ...slide, order: at })),
  }))
}

test.each([
  ['sessions', 'Sessions'],
  ['sessions.1', 'Session 2'],
  ['sessions.1.minutes', 'Session 2 length'],
  ['sessions.0.talks.2.title', 'Session 1 talk 3 title'],
  ['sessions.0.talks.2.slides.0.text', 'Session 1 talk 3 slide 1 AI text'],
  ['sessions.0.tags.3', 'Session 1 tag 4'],
  ['visited.0.places', 'Visited Place 1 places'],
  ['sessions.length', undefined],
])('%s is called %s', (path, label) => {
  expect(labelOf(resource, path)).toBe(label)
})

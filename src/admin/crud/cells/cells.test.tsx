// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { PartsContext, partsFrom } from '#admin/crud/parts/finder.ts'
import { completeRegistry } from '#model/complete.ts'
import { defineResource, type Row } from '#model/declaration.ts'
import { reference, references } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import {
  colour,
  day,
  duration,
  emailAddress,
  imageAddress,
  json,
  moment,
  money,
  requiredText,
  textList,
  webAddress,
} from '#model/schema.ts'
import careerFields from '#resources/career-fields.ts'
import mentors from '#resources/mentors.ts'
import { memoryBackend, refineAround } from '../../../../tests/support/refine.tsx'
import { Cell } from './Cell.tsx'

const workshops = defineResource({
  name: 'workshops',
  label: ['Workshop', 'Workshops'],
  recordName: 'title',
  create: z.object({
    title: requiredText(),
    on: day().optional(),
    startsAt: moment().optional(),
    seats: z.int().optional(),
    price: money('EUR').optional(),
    fee: money({ currencyIn: 'currency' }).optional(),
    currency: z.enum(['EUR', 'JPY']).optional(),
    length: duration().optional(),
    isOnline: z.boolean().optional(),
    contact: emailAddress().optional(),
    site: webAddress().optional(),
    picture: imageAddress().optional(),
    tint: colour().optional(),
    extra: json().optional(),
    tags: textList(),
    mentor: reference('mentors').optional(),
    careerFields: references('career-fields').default(() => []),
  }),
  sample: { title: 'Interviews' },
  columns: (c) => [
    c.text('title', 'Title'),
    c.date('on', 'Day', { show: 'both' }),
    c.date('startsAt', 'Starts', { show: 'relative' }),
    c.number('seats', 'Seats', { unit: 'people' }),
    c.money('price', 'Price'),
    c.money('fee', 'Fee'),
    c.badge('currency', 'Currency'),
    c.duration('length', 'Length'),
    c.boolean('isOnline', 'Online', { yes: 'Online', no: 'On site' }),
    c.email('contact', 'Contact'),
    c.link('site', 'Site'),
    c.image('picture', 'Picture'),
    c.colour('tint', 'Tint'),
    c.json('extra', 'Extra'),
    c.list('tags', 'Tags'),
    c.reference('mentor', 'Mentor'),
    c.reference('careerFields', 'Fields'),
    c.part('Progress', 'progress', { path: 'seats' }),
  ],
  fields: (f) => [f.text('title', 'Title')],
})
const resource = completeRegistry([careerFields, mentors, workshops])[2] as Resource

const record = (id: string, name: string): Row => ({ _id: id, id, name })
const backend = memoryBackend(
  record('m', 'Noor'),
  ...['Bees', 'Boats', 'Bridges', 'Brooks'].map((name, at) => record(`f${at}`, name)),
)
const parts = partsFrom({
  './workshops/parts.tsx': () =>
    Promise.resolve({ cells: { progress: ({ value }) => <b>{`${value} of 20`}</b> } }),
})
const { wrapper: Refined } = refineAround(backend.provider)

/** What the columns with these labels show of a row. */
function show(labels: readonly string[], values: object) {
  const row = { _id: 'w', id: 'w', title: 'Interviews', ...values }
  render(
    <MemoryRouter>
      <Refined>
        <PartsContext value={parts}>
          {resource.columns
            .filter(({ label }) => labels.includes(label))
            .map((column) => (
              <div key={column.label} data-testid={column.label}>
                <Cell resource={resource} column={column} row={row} />
              </div>
            ))}
        </PartsContext>
      </Refined>
    </MemoryRouter>,
  )
  return async (label: string) => {
    const cell = screen.getByTestId(label)
    await vi.waitFor(() => expect(cell.textContent).not.toBe(''), { timeout: 10_000 })
    return cell.textContent
  }
}

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a browser translates words, and leaves addresses, codes and colours as they are', async () => {
  const labels = ['Title', 'Contact', 'Site', 'Tint', 'Extra', 'Online']
  const values = {
    ...{ contact: 'noor@example.org', site: 'https://example.org', tint: '#1a73e8' },
    ...{ extra: { a: [1] }, isOnline: true },
  }
  const isKept = async (label: string) => (await cell(label)) && kept(label) !== null
  const kept = (label: string) => screen.getByTestId(label).querySelector('[translate=no]')
  const cell = show(labels, values)
  expect(await Promise.all(labels.map(isKept))).toEqual([false, true, true, true, true, false])
  cleanup()
  show(['Title'], { title: 'gem-4f2a' })
  expect(kept('Title')).not.toBeNull()
})

test('each kind of value has its format', async () => {
  const cell = show(
    ['Seats', 'Price', 'Length', 'Online', 'Contact', 'Tint', 'Extra', 'Progress', 'Tags'],
    {
      seats: 1200,
      price: 19.5,
      length: 90,
      isOnline: false,
      contact: 'noor@example.org',
      tint: '#1a73e8',
      extra: { a: [1] },
      tags: ['a', 'b', 'c', 'd'],
    },
  )
  expect(await cell('Seats')).toBe('1,200 people')
  expect(await cell('Price')).toBe('€19.50')
  expect(await cell('Length')).toBe('1 h 30 min')
  expect(await cell('Online')).toBe('On site')
  expect(await cell('Tint')).toBe('#1a73e8')
  expect(await cell('Extra')).toBe('{"a":[1]}')
  expect(await cell('Progress')).toBe('1200 of 20')
  expect(await cell('Tags')).toBe('abc+1')
  expect(screen.getByRole('link', { name: 'noor@example.org' }).getAttribute('href')).toBe(
    'mailto:noor@example.org',
  )
})

test('money has the currency of its record, and a currency code stays as it is', async () => {
  const cell = show(['Fee', 'Currency'], { fee: 1200, currency: 'JPY' })
  expect([await cell('Fee'), await cell('Currency')]).toEqual(['¥1,200', 'JPY'])
  cleanup()
  expect(await show(['Fee'], { fee: 1200, currency: 'gold' })('Fee')).toBe('1,200')
})

test('links and images accept only web addresses, never scripts', async () => {
  const cell = show(['Site', 'Picture'], {
    site: 'https://www.example.org/about/',
    picture: 'https://example.org/a.png',
  })
  expect(await cell('Site')).toBe('example.org/about')
  const link = screen.getByRole('link', { name: 'example.org/about' })
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noreferrer'])
  expect(screen.getByRole('img', { name: 'Interviews' })).toBeDefined()
  cleanup()
  const other = show(['Site', 'Picture'], { site: 'javascript:alert(1)', picture: 'data:x' })
  expect([await other('Site'), await other('Picture')]).toEqual(['javascript:alert(1)', 'data:x'])
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.queryByRole('img')).toBeNull()
})

test('missing values and values of other types from a backend are shown without an error', async () => {
  const labels = resource.columns.map(({ label }) => label).filter((one) => one !== 'Title')
  const cell = show(
    labels.filter((one) => one !== 'Progress'),
    { careerFields: [] },
  )
  for (const label of labels) if (label !== 'Progress') expect(await cell(label)).toBe('N/A')
  cleanup()
  const odd = show(['Seats', 'Price', 'Online', 'Tint'], {
    seats: 'many',
    price: 'free',
    isOnline: 'maybe',
    tint: 'blue',
  })
  expect([await odd('Seats'), await odd('Price')]).toEqual(['many people', 'free'])
  expect([await odd('Online'), await odd('Tint')]).toEqual(['maybe', 'blue'])
})

test('a reference shows a name that links to its record; several are chips, fetched in one request', async () => {
  show(['Mentor', 'Fields'], { mentor: 'm', careerFields: ['f0', 'f1', 'f2', 'f3'] })
  const link = await screen.findByRole('link', { name: 'Noor' })
  expect(link.getAttribute('href')).toBe('/admin/mentors/m')
  const chips = await screen.findAllByRole('listitem')
  expect(chips.map(({ textContent }) => textContent)).toEqual(['Bees', 'Boats'])
  expect(screen.getByText('+2').title).toBe('Bridges, Brooks')
  cleanup()
  show(['Mentor'], { mentor: { _id: 'x', name: 'Told Already' } })
  expect(await screen.findByRole('link', { name: 'Told Already' })).toBeDefined()
  cleanup()
  show(['Mentor'], { mentor: 'gone' })
  expect(await screen.findByText('Deleted mentor')).toBeDefined()
  expect(screen.queryByRole('link')).toBeNull()
})

test('near days are relative words, moments include their time, other days are dates', async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 22, 12), toFake: ['Date'] })
  const at = (days: number) => new Date(2026, 10, 22 + days, 9, 30).toISOString()
  for (const [days, words] of [
    [1, 'Tomorrow, 09:30'],
    [-3, '3 days ago, 09:30'],
    [9, 'Dec 1, 2026, 09:30'],
  ] as const) {
    expect(await show(['Starts'], { startsAt: at(days) })('Starts')).toBe(words)
    cleanup()
  }
  expect(await show(['Day'], { on: '2026-11-23' })('Day')).toBe('Nov 23, 2026 tomorrow')
})

// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetCapabilities } from '#admin/http/backend.ts'
import { enter } from '#admin/http/session.ts'
import { HttpError } from '#admin/providers/http-client.ts'
import * as imports from '#admin/providers/imports.ts'
import { MASKED } from '#contract/imports.ts'
import {
  ADA,
  begin,
  current,
  end,
  now,
  open,
  prepare,
  press,
  step,
  users,
} from '../../../../tests/support/import-screen.tsx'
import { canImport } from './can-import.ts'

const sent = vi.spyOn(imports, 'sendFile')
beforeAll(prepare)
beforeEach(() => {
  begin()
  sent.mockReset().mockImplementation(() => Promise.resolve(now.server.now()))
})
afterEach(end)

const choose = (file: File) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no control for a file')
  fireEvent.change(input, { target: { files: [file] } })
}
const people = new File(['Email\n'], 'people.csv')

describe('a file is chosen', () => {
  test('and sent with its type; the columns have their own address', async () => {
    open()
    await step('Choose a file')
    expect(current()).toBe('File')
    choose(people)
    expect((await step('Map columns')).ownerDocument.activeElement).toBe(
      screen.getByRole('heading', { level: 2 }),
    )
    expect(now.router.state.location.pathname).toBe('/admin/users/import/i1')
    expect(sent.mock.calls[0]?.[1]).toBe(people)
    expect(sent.mock.calls[0]?.[2]).toMatchObject({ type: 'text/csv' })
  })

  test.each(['people.pdf', 'people'])('%s is refused before it is sent', async (name) => {
    open()
    await step('Choose a file')
    choose(new File(['Email'], name))
    await screen.findByText(`${name} is not a CSV, Excel or JSON file.`)
    expect(sent).not.toHaveBeenCalled()
  })

  test('the server’s error is shown; without an answer the upload can be retried', async () => {
    sent.mockRejectedValueOnce(new HttpError(413, { message: 'More than 200,000 rows.' }))
    sent.mockRejectedValueOnce(new HttpError(0))
    open()
    await step('Choose a file')
    choose(people)
    expect(await screen.findByText('More than 200,000 rows.')).toBeDefined()
    choose(people)
    await press('Retry')
    await step('Map columns')
  })

  test('the upload shows its progress, and can be cancelled', async () => {
    sent.mockImplementationOnce((_path, _file, { signal, onProgress }) => {
      onProgress(3)
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      )
    })
    open()
    await step('Choose a file')
    choose(people)
    const bar = await screen.findByRole('progressbar')
    expect(bar.getAttribute('aria-valuenow')).toBe('50')
    await press('Cancel')
    await screen.findByText('Drop a file here, or choose one')
  })

  test('a backend without imports is reported, and its links disappear', async () => {
    sent.mockRejectedValueOnce(new HttpError(404))
    open()
    await step('Choose a file')
    expect(canImport(users)).toBe(true)
    choose(people)
    await waitFor(() => expect(canImport(users)).toBe(false))
    enter('t', ADA, true)
    forgetCapabilities()
    expect(canImport(users)).toBe(false)
  })
})

describe('its columns', () => {
  const field = (head: string) =>
    screen.findByRole('combobox', { name: `Field for column ${head}` })
  const shown = async (head: string) => (await field(head)).closest('.ant-select')?.textContent
  const fill = async (head: string, name: string) => {
    const user = userEvent.setup()
    await user.type(await field(head), name)
    fireEvent.click((await screen.findAllByRole('option', { name })).at(-1) as HTMLElement)
  }

  test('are matched automatically and by hand; duplicate and missing fields are errors', async () => {
    open('i1')
    expect(await shown('Email')).toBe('Email')
    expect(await shown('Note')).toBe('Do not import')
    expect(screen.getByText(/No column is mapped to Last Name/)).toBeDefined()
    await fill('Note', 'First Name')
    await waitFor(() =>
      expect(screen.getAllByText('Another column is mapped to this field, too.')).toHaveLength(2),
    )
    expect((await field('Note')).getAttribute('aria-invalid')).toBe('true')
    await press('Preview 5 rows')
    expect(now.server.asked.join()).not.toContain('PUT')
    await fill('Note', 'Last Name')
    expect(screen.queryByText(/No column is mapped to/)).toBeNull()
    await press('Preview 5 rows')
    await step('Review the changes')
    expect(now.server.asked).toContain(
      'PUT /users/imports/i1/columns {"columns":["email","firstName","lastName"],"by":"email"}',
    )
  })

  test('values of a column that fills a password are not shown', async () => {
    open('i1')
    await fill('Note', 'Password')
    const row = (await field('Note')).closest('tr')
    await waitFor(() => expect(row?.textContent).toContain(MASKED))
    expect(row?.textContent).not.toContain('hello')
  })

  test('rows are matched only by the chosen column', async () => {
    open('i1')
    const by = await screen.findByLabelText('Match rows by')
    fireEvent.mouseDown(by)
    const list = document.getElementById('by_list')?.closest('.ant-select-dropdown')
    const options = list?.querySelectorAll('.ant-select-item-option') ?? []
    expect([...options].map(({ textContent }) => textContent)).toEqual([
      'Email',
      'None: every row is a new user',
    ])
    await fill('Email', 'Do not import')
    expect(by.closest('.ant-select')?.textContent).toBe('None: every row is a new user')
    await press('Preview 5 rows')
    await step('Review the changes')
    expect(now.server.asked.join()).toContain('"columns":[null,"firstName",null],"by":null')
  })

  test('an ambiguous number format is asked for once, before any row is checked', async () => {
    now.server.become({ numbers: { form: null, isDetected: false, example: '1.000' } })
    open('i1')
    await press('Preview 5 rows')
    const question = await screen.findByRole('radiogroup')
    await waitFor(() => expect(question.getAttribute('aria-invalid')).toBe('true'))
    expect(now.server.asked.join()).not.toContain('/plan')
    fireEvent.click(screen.getByLabelText('Decimal comma (1.234,5)'))
    await press('Preview 5 rows')
    await step('Review the changes')
    expect(now.server.asked.join()).toContain('"by":"email","numbers":"comma"}')
  })

  test('the detected format is not sent: other columns may have another one', async () => {
    now.server.become({ numbers: { form: 'point', isDetected: true, example: '1.000' } })
    open('i1')
    await press('Preview 5 rows')
    await step('Review the changes')
    expect(now.server.asked.join()).toContain('"by":"email"}')
  })

  test('the server’s refusal appears at the question, in its own words', async () => {
    now.server.become({ dates: { form: 'dayFirst', isDetected: true, example: '03/04/2026' } })
    open('i1')
    fireEvent.click(await screen.findByLabelText('Month first (12/31/2026)'))
    const message = '31/12/2026 is no date with the month first.'
    const error = { message: 'No.', fields: { dates: message } }
    now.server.faults.push(['PUT', { status: 400, body: { error } }])
    await press('Preview 5 rows')
    await screen.findByText(message)
  })
})

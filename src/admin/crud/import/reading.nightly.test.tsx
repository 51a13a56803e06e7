// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as uploads from '#admin/http/upload.ts'
import { HttpError } from '#admin/providers/http-client.ts'
import { type ImportReading, MASKED } from '#contract/imports.ts'
import { begin, end, now, open, prepare } from '../../../../tests/support/import-screen.tsx'

const sent = vi.spyOn(uploads, 'upload')
beforeAll(prepare)
beforeEach(() => {
  begin()
  sent.mockReset().mockImplementation(() => Promise.resolve(now.server.now()))
})
afterEach(end)

const chooseFile = async (name: string) => {
  const input = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!found) throw new Error('There is no control for a file')
    return found
  })
  fireEvent.change(input, { target: { files: [new File(['Email\n'], name)] } })
}
const combobox = (name: string) => screen.findByLabelText(name)
/** Of one of antd's selects: it opens, and a choice is pressed. */
const choose = async (name: string, label: string) => {
  fireEvent.mouseDown(await combobox(name))
  fireEvent.click(await screen.findByTitle(label))
}
/** Another field is chosen for a column. */
const fill = async (head: string, name: string) => {
  fireEvent.mouseDown(await combobox(`Field for the column ${head}`))
  fireEvent.click((await screen.findAllByRole('option', { name })).at(-1) as HTMLElement)
}
/** The next upload makes another import, read in this way. */
const readNext = (id: string, reading: Partial<ImportReading>) =>
  sent.mockImplementationOnce(() => {
    now.server.become({ id, reading: { ...now.server.now().reading, ...reading } })
    return Promise.resolve(now.server.now())
  })
const parameters = () => sent.mock.calls.map(([, , { query }]) => query)
const path = () => now.router.state.location.pathname
const readAs = (id: string) =>
  waitFor(() => {
    expect(path()).toBe(`/admin/users/import/${id}`)
    expect(screen.queryByText('Reading the file again…')).toBeNull()
  })

describe('how the file was read', () => {
  test('another encoding or separator reads the same file again, in place of the first import', async () => {
    open()
    await screen.findByText('Which file?')
    await chooseFile('people.csv')
    await screen.findByText('What do its columns fill?')
    readNext('i2', { encoding: 'windows-1252' })
    await choose('Encoding', 'Western European (Windows-1252)')
    await readAs('i2')
    await waitFor(async () => expect(document.activeElement).toBe(await combobox('Encoding')))
    expect(now.server.asked).toContain('DELETE /users/imports/i1')
    expect(localStorage.getItem('waymark_import users')).toBe('i2')
    readNext('i3', { separator: 'semicolon' })
    await choose('Separator', 'Semicolon (;)')
    await readAs('i3')
    expect(parameters().slice(1)).toEqual([
      { name: 'people.csv', encoding: 'windows-1252' },
      { name: 'people.csv', encoding: 'windows-1252', separator: 'semicolon' },
    ])
  })

  test('another head line is chosen by keyboard; fields chosen by hand stay where the names stay', async () => {
    const user = userEvent.setup()
    open()
    await screen.findByText('Which file?')
    await chooseFile('people.csv')
    const field = () => screen.findByLabelText('Field for the column Note')
    await fill('Note', 'Last Name')
    expect(screen.getByLabelText('Line 1')).toHaveProperty('checked', true)
    readNext('i2', { headLine: 3 })
    screen.getByLabelText('Line 3').focus()
    await user.keyboard(' ')
    await readAs('i2')
    expect(parameters()[1]).toEqual({ name: 'people.csv', headLine: '3' })
    const line = await screen.findByLabelText('Line 3')
    expect(line).toHaveProperty('checked', true)
    expect(document.activeElement).toBe(line)
    expect((await field()).closest('.ant-select')?.textContent).toBe('Last Name')
  })

  test('a sheet is chosen by name, and its head line is detected anew', async () => {
    now.server.become({
      reading: {
        sheet: 'Cover',
        sheets: ['Cover', 'People', 'Old'],
        hiddenSheets: ['Old'],
        headLine: 2,
        preview: [],
      },
    })
    open()
    await screen.findByText('Which file?')
    await chooseFile('people.xlsx')
    await screen.findByText('What do its columns fill?')
    expect(screen.queryByLabelText('Encoding')).toBeNull()
    readNext('i2', { sheet: 'Old' })
    await choose('Sheet', 'Old (hidden)')
    await readAs('i2')
    expect(parameters()[1]).toEqual({ name: 'people.xlsx', sheet: 'Old' })
  })

  test('after a reload the file is asked for again, and read as it was, but for the choice', async () => {
    now.server.become({ id: 'i7' })
    open('i7')
    await choose('Separator', 'Tab')
    await screen.findByText('Choose people.csv again to read it in this way.')
    await waitFor(() =>
      expect(document.activeElement).toBe(document.querySelector('input[type=file]')),
    )
    expect(sent).not.toHaveBeenCalled()
    readNext('i8', { separator: 'tab' })
    await chooseFile('people.csv')
    await readAs('i8')
    expect(parameters()).toEqual([
      { name: 'people.csv', encoding: 'utf-8', separator: 'tab', headLine: '1' },
    ])
  })

  test('what the server refuses is told at the control, and the import stays as it was', async () => {
    open()
    await screen.findByText('Which file?')
    await chooseFile('people.csv')
    await screen.findByText('What do its columns fill?')
    const message = 'This file is not written in UTF-16 LE.'
    sent.mockRejectedValueOnce(new HttpError(400, { message, fields: { encoding: message } }))
    await choose('Encoding', 'UTF-16 LE')
    const control = await combobox('Encoding')
    await waitFor(() => expect(control.getAttribute('aria-invalid')).toBe('true'))
    expect(
      document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent,
    ).toBe(message)
    expect(path()).toBe('/admin/users/import/i1')
    expect(now.server.asked.join()).not.toContain('DELETE')
  })

  test('a file whose encoding is not known is read by the one that is chosen', async () => {
    const message = 'The encoding of this file is not clear.'
    sent.mockRejectedValueOnce(new HttpError(400, { message, fields: { encoding: message } }))
    open()
    await screen.findByText('Which file?')
    await chooseFile('people.csv')
    await screen.findByText(message)
    await choose('Encoding', 'Cyrillic (Windows-1251)')
    await screen.findByText('What do its columns fill?')
    expect(parameters()[1]).toEqual({ name: 'people.csv', encoding: 'windows-1251' })
  })
})

test('a column that is to fill passwords shows none of them', async () => {
  open('i1')
  expect(await screen.findByText('hello')).toBeDefined()
  await fill('Note', 'Password')
  expect(screen.queryByText('hello')).toBeNull()
  expect(screen.getAllByText(MASKED).length).toBeGreaterThan(1)
})

describe('how the file writes numbers and dates', () => {
  const puts = () => now.server.asked.filter((one) => one.startsWith('PUT'))

  test('is asked once where the file does not say it, before any row is checked', async () => {
    now.server.become({ numbers: { form: null, isDetected: false, example: '1.000' } })
    open('i1')
    fireEvent.click(await screen.findByText('Check 5 rows'))
    const question = await screen.findByRole('radiogroup')
    await waitFor(() => expect(question.getAttribute('aria-invalid')).toBe('true'))
    expect(question.textContent).toContain('Choose one')
    expect(now.server.asked.join()).not.toContain('/plan')
    const thousand = screen.getByLabelText('1.000 means 1000 (comma is the decimal sign)')
    expect(document.activeElement?.getAttribute('name')).toBe('numbers')
    fireEvent.click(thousand)
    fireEvent.click(await screen.findByText('Check 5 rows'))
    await screen.findByText('What would change')
    expect(puts().at(-1)).toContain('"by":"email","numbers":"comma"}')
  })

  test('is shown where it was detected, and can be changed', async () => {
    now.server.become({ dates: { form: 'dayFirst', isDetected: true, example: '03/04/2026' } })
    open('i1')
    const found = await screen.findByLabelText('03/04/2026 means Apr 3 (day first)')
    expect(found).toHaveProperty('checked', true)
    expect(screen.getByText('Detected from the file.')).toBeDefined()
    fireEvent.click(screen.getByLabelText('03/04/2026 means Mar 4 (month first)'))
    fireEvent.click(await screen.findByText('Check 5 rows'))
    await screen.findByText('What would change')
    expect(puts()).toHaveLength(1)
    expect(puts()[0]).toContain('"dates":"monthFirst"}')
  })

  test("what the server refuses of it is told at the question, in the server's words", async () => {
    now.server.become({ dates: { form: 'dayFirst', isDetected: true, example: '03/04/2026' } })
    open('i1')
    await screen.findByText('What do its columns fill?')
    const error = {
      message: 'No.',
      fields: { dates: '31/12/2026 is no date with the month first.' },
    }
    now.server.faults.push(['PUT', { status: 400, body: { error } }])
    fireEvent.click(await screen.findByText('Check 5 rows'))
    await screen.findByText('31/12/2026 is no date with the month first.')
  })
})

// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MASKED } from '#contract/imports.ts'
import { fakeImports } from '../../../../tests/support/fake-imports.ts'
import {
  begin,
  button,
  current,
  end,
  now,
  open,
  openPlanned,
  prepare,
  press,
  ROWS,
  STORED,
  step,
  tab,
} from '../../../../tests/support/import-screen.tsx'

beforeAll(prepare)
beforeEach(begin)
afterEach(end)

describe('the preview', () => {
  test('runs in batches, shows its progress, and continues after a failure', async () => {
    now.server = fakeImports(ROWS, STORED, 2)
    now.server.faults.push(['POST /users/imports/i1/plan', { status: 200, body: now.server.now() }])
    now.server.become({ state: 'planning' })
    now.server.faults.length = 0
    now.server.faults.push(['POST /users/imports/i1/plan', { status: 500, body: {} }])
    open('i1')
    await step('Preparing the preview…')
    expect(current()).toBe('Preview')
    await press('Continue')
    await step('Review the changes')
    expect(now.server.asked.filter((one) => one.includes('/plan'))).toHaveLength(4)
  })

  test('counts new, changed and unchanged rows, and shows each beside the stored values', async () => {
    await openPlanned()
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'All5',
      'New1',
      'Changed1',
      'Unchanged1',
      'With errors2',
    ])
    fireEvent.click(await tab(/^Changed/))
    const row = await screen.findByRole('row', { name: /Ben/ })
    expect(row.querySelector('del')?.textContent).toContain('Ben')
    expect(row.querySelector('ins')?.textContent).toContain('Benjamin')
    // The name of the record that it changes leads to it.
    expect(within(row).getByRole('link').getAttribute('href')).toBe(
      '/admin/users/ben%40example.org',
    )
  })

  test('a row with problems is fixed beside the table, which stays open until there are none', async () => {
    const user = userEvent.setup()
    await openPlanned()
    await press('Fix row 4')
    const email = await screen.findByLabelText('Email')
    expect(email).toMatchObject({ value: 'no address' })
    expect(email.getAttribute('aria-invalid')).toBe('true')
    now.server.faults.push(['PATCH', { status: 500, body: {} }])
    await user.clear(email)
    await user.type(email, 'neither')
    await press('Save')
    await waitFor(() => expect(now.server.asked.join()).toContain('PATCH'))
    await user.clear(email)
    await user.type(email, 'cyd@example.org')
    await press('Save')
    await waitFor(() =>
      expect(now.server.asked).toContain(
        'PATCH /users/imports/i1/rows/4 {"cells":{"0":"cyd@example.org"}}',
      ),
    )
    await waitFor(async () => expect((await tab(/errors/)).textContent).toBe('With errors1'))
  })

  test('a password is typed again, hidden; untouched, it is not sent', async () => {
    const user = userEvent.setup()
    const columns = now.server.now().columns.map((one) => ({ ...one }))
    now.server = fakeImports([['no address', 'Cyd', MASKED]], STORED)
    now.server.become({
      columns: columns.map((one, at) => (at === 2 ? { ...one, field: 'password' } : one)),
    })
    await openPlanned()
    await press('Fix row 2')
    const input = await screen.findByLabelText('Password')
    expect(input).toMatchObject({ type: 'password', value: '' })
    await user.type(await screen.findByLabelText('Email'), '.')
    await press('Save')
    const patches = () => now.server.asked.filter((one) => one.startsWith('PATCH'))
    await waitFor(() => expect(patches()).toHaveLength(1))
    expect(patches()[0]).toContain('{"cells":{"0":"no address."}}')
    await user.type(input, 'three-blue-waymarks')
    await press('Save')
    await waitFor(() => expect(patches().at(-1)).toContain('{"2":"three-blue-waymarks"}'))
  })

  test('rows with problems are never left out silently', async () => {
    await openPlanned()
    await press('Import 2 rows (1 new, 1 changed)')
    const box = await screen.findByRole('checkbox', { name: 'Skip the 2 rows with errors' })
    expect(await screen.findByText(/Fix the rows with errors/)).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(box))
    expect(now.server.asked.join()).not.toContain('/apply')
    fireEvent.click(box)
    await press('Import 2 rows (1 new, 1 changed)')
    await step('Importing…')
    expect(now.server.asked).toContain('POST /users/imports/i1/apply {"leaveRefused":true}')
  })

  test('Back returns to the columns', async () => {
    open('i1', '?step=columns')
    await press('Preview 5 rows')
    await step('Review the changes')
    await act(() => now.router.navigate(-1))
    await step('Map columns')
    await press('Preview 5 rows')
    await step('Review the changes')
  })

  test('rows of earlier columns are never shown', async () => {
    await openPlanned()
    await screen.findByRole('row', { name: /Cyd/ })
    await act(() => now.router.navigate('?step=columns'))
    const { fetch } = now.server
    now.server.fetch = (request) =>
      request.url.includes('/rows') ? new Promise(() => undefined) : fetch(request)
    await press('Preview 5 rows')
    await step('Review the changes')
    expect(screen.queryByRole('row', { name: /Cyd/ })).toBeNull()
  })

  test('an expired import is reported and restarted; Discard removes its file', async () => {
    await openPlanned()
    await press('Discard')
    const question = await screen.findByRole('dialog')
    fireEvent.click(within(question).getByRole('button', { name: 'Discard' }))
    await step('Choose a file')
    expect(now.server.asked).toContain('DELETE /users/imports/i1')
    cleanup()
    open('i1')
    await press('Import a file')
    await step('Choose a file')
  })
})

describe('the report', () => {
  test('follows the server’s progress, reports the result, and offers Undo', async () => {
    now.server = fakeImports([['new@example.org', 'Dora', '']], STORED)
    await openPlanned()
    await press('Import 1 row (1 new)')
    await step('Importing…')
    expect(current()).toBe('Report')
    now.server.faults.push(['GET /users/imports/i1', 'none'], ['GET /users/imports/i1', 'none'])
    await screen.findByText('The server did not respond. Retrying…')
    now.server.become({ state: 'applied', done: 1, change: 'c1' })
    await step('1 user created.')
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
    expect(
      (await screen.findByRole('link', { name: 'View in Activity' })).getAttribute('href'),
    ).toBe('/admin/activity?resource=users')
    await button('Undo')
  })

  test('an interrupted import has changed nothing, shows why, and can be retried', async () => {
    now.server = fakeImports([['new@example.org', 'Dora', '']], STORED)
    await openPlanned()
    await press('Import 1 row (1 new)')
    await step('Importing…')
    now.server.become({ state: 'planned', problem: 'The server was stopped.' })
    await screen.findByText('The server was stopped.', { exact: false })
    expect(screen.getAllByRole('alert')[0]?.textContent).toContain('Nothing was changed.')
    await press('Import 1 row (1 new)')
    await step('Importing…')
  })
})

// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { setWindow } from '../../tests/support/jsdom.ts'
import { openMission as open } from '../../tests/support/mission-form.tsx'

beforeAll(() => setWindow('wide'))
afterEach(cleanup)

const LONG = { timeout: 10_000 }

test('the sections of a long form fold, and what is wrong in a folded one opens it', async () => {
  const { dialog, sent } = await open(3)
  const section = (name: string) => within(dialog).getByRole('button', { name })
  expect(within(dialog).getByRole('combobox', { name: 'Status' }).closest('form')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /^Step 2/ }))
  await userEvent.clear(screen.getByLabelText('Step 2 title'))
  await userEvent.click(section('Steps'))
  expect(section('Steps').getAttribute('aria-expanded')).toBe('false')
  expect(section('Audience').getAttribute('aria-expanded')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'Update' }))
  await vi.waitFor(
    () => expect(document.activeElement).toBe(screen.getByLabelText('Step 2 title')),
    LONG,
  )
  expect(section('Steps').getAttribute('aria-expanded')).toBe('true')
  expect(sent).toEqual([])
})

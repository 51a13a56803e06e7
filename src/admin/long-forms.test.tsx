// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { setWindow } from '../../tests/support/jsdom.ts'
import { openMission as open } from '../../tests/support/mission-form.tsx'

beforeAll(() => setWindow('wide'))
afterEach(cleanup)

const LONG = { timeout: 10_000 }

test('stored steps start collapsed except the first, and an error opens its step', async () => {
  const { sent } = await open(3)
  const steps = () => screen.getAllByRole('button', { name: /^Step \d/ })
  const areOpen = () => steps().map((step) => step.getAttribute('aria-expanded'))
  expect(areOpen()).toEqual(['true', 'false', 'false'])
  await userEvent.click(steps()[1] as HTMLElement)
  await userEvent.clear(screen.getByLabelText('Step 2 title'))
  await userEvent.click(steps()[1] as HTMLElement)
  expect(areOpen()).toEqual(['true', 'false', 'false'])
  await userEvent.click(screen.getByRole('button', { name: 'Update' }))
  await vi.waitFor(
    () => expect(document.activeElement).toBe(screen.getByLabelText('Step 2 title')),
    LONG,
  )
  expect(areOpen()).toEqual(['true', 'true', 'false'])
  expect(sent).toEqual([])
})

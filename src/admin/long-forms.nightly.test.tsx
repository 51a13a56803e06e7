// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { setWindow } from '../../tests/support/jsdom.ts'
import { openMission as open } from '../../tests/support/mission-form.tsx'

beforeAll(() => setWindow('wide'))
afterEach(cleanup)

/** What Tab stops at: what takes the focus and is neither skipped nor hidden. */
function tabStops(within: Element): Element[] {
  const all = within.querySelectorAll('button, input, select, textarea, a[href], [tabindex="0"]')
  return [...all].filter(
    (one) => one.getAttribute('tabindex') !== '-1' && !one.closest('[hidden], [popover]'),
  )
}

test('FORM-05 fifty steps are at most 80 stops of Tab, all of their lines shown or not', async () => {
  const { dialog } = await open(50)
  expect(tabStops(dialog).length).toBeLessThanOrEqual(80)
  expect(screen.queryByText('Do 50')).toBeNull()
  await userEvent.click(screen.getByText('Show all 50 steps'))
  expect(screen.getByText('Do 50')).toBeTruthy()
  expect(tabStops(dialog).length).toBeLessThanOrEqual(80)
})

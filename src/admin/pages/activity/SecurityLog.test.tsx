// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import type { SecurityLine } from '#contract/security-log.ts'
import { SecurityEntry } from './SecurityLog.tsx'
import { EVENT_CHOICES } from './security-labels.ts'

const AT = { id: '1', at: '2026-11-23T10:00:00.000Z', isSealed: true }

function show(line: Omit<SecurityLine, 'id' | 'at' | 'isSealed'>) {
  const { container } = render(
    <MemoryRouter>
      <SecurityEntry line={{ ...AT, ...line }} />
    </MemoryRouter>,
  )
  return container.textContent ?? ''
}

test('an event shows the account, the action, the author and the address', () => {
  const text = show({
    event: 'role_changed',
    account: { id: 'a', name: 'Sia Signs', isLive: false },
    by: { id: 'b', name: 'Ada Admin' },
    became: 'editor',
    address: '203.0.113.9',
    device: 'Firefox on Linux',
  })
  expect(text).toContain(
    'Sia Signs (deleted) Role changed: Editor, by Ada Admin, from 203.0.113.9, Firefox on Linux',
  )
})

test('an event without a name shows Unknown, System or Erased', () => {
  expect(show({ event: 'sign_in_failed', address: '203.0.113.9' })).toContain('Unknown Failed')
  expect(show({ event: 'log_swept', what: '12', count: 3 })).toContain(
    'System Deleted old events (3)',
  )
  const gone = { id: 'a', name: '', isLive: false }
  expect(show({ event: 'signed_in', account: gone })).toContain('Erased Signed in')
  expect(EVENT_CHOICES.every(({ label }) => label.length > 0)).toBe(true)
})

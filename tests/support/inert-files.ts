import { expect } from 'vitest'
import { EXPORT_PATH } from '#contract/analytics.ts'
import type { TestApp } from './app.ts'
import { idOf } from './random-events.ts'

/** Names that people could give themselves, and what the mobile app could call a feature. */
const NAMES = [
  ...[
    "x;=cmd|' /C calc'!A0;y",
    'x\t=1+1',
    '\u200B=1+1',
    'x;\uFEFF\u00A0=1+1',
    'x|=1+1',
    'x,"=1+1"',
  ],
  ...['=1+1', '＝1+1', 'x\n=1+1', 'x;"";""=1+1', "x;'=1+1", 'x;@SUM(1;1)', 'x\t-1+1', 'Ada'],
]

/** Exports people and events whose names a spreadsheet could take for formulas. Returns the CSV files by data type. */
export async function inertFiles(server: TestApp): Promise<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {}
  for (const [index, name] of NAMES.entries()) {
    const user = { firstName: name, lastName: `${index};`, email: `${index}@example.org` }
    const body = { ...user, password: 'three-blue-waymarks' }
    expect((await server.call('POST', '/auth/register', { body })).status, name).toBe(201)
  }
  const timestamp = new Date().toISOString()
  const base = { eventType: 'feature_used', user: idOf(1, 1), timestamp } as const
  const events = NAMES.map((feature, index) => ({ ...base, feature, id: idOf(2, index) }))
  await server.insight.facts.accept(events)
  await server.insight.facts.rollUp()
  for (const type of ['users', 'events', 'all']) {
    const answer = await server.call('GET', `${EXPORT_PATH}?dataType=${type}&format=csv`)
    expect(answer.status, answer.text).toBe(200)
    files[type] = answer.bytes
  }
  return files
}

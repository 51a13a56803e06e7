import type { Applied, Plan } from '#contract/changes.ts'
import { type Answer, call, expectOk, type Target } from './client.ts'

/** The body of POST /changes that does what was planned. */
export interface Order {
  resource: string
  change: object
  ids: string[]
  digest: string
}

/** Plans one change of all users with the role user. */
export async function planUsers(target: Target, values: object): Promise<Order> {
  const order = { resource: 'users', change: { action: 'update', values } }
  const body = { ...order, query: 'role=user' }
  const { items, digest } = await expectOk<Plan>(target, 'POST', '/changes/plan', { body })
  return { ...order, ids: items.map(({ id, version }) => `${id}@${version}`), digest }
}

export function apply(target: Target, order: Order, key?: string): Promise<Answer<Applied>> {
  return call<Applied>(target, 'POST', '/changes', { body: order, key })
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import { EVENTS_PATH } from '#contract/events.ts'
import { FORM_PATHS } from '#contract/forms.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { bodyOf, largeLists } from '../support/largest-bodies.ts'

const JSON_KIND = { 'content-type': 'application/json' }
const URLENCODED = { 'content-type': 'application/x-www-form-urlencoded' }

let server: TestApp
beforeAll(async () => {
  server = await startApp({ env: { FORM_POSTS_PER_ADDRESS: '5000' } })
})
afterAll(() => server.close())

test('twice the body costs no more than about twice the time', async () => {
  /** The least of some, in milliseconds of this process: what else the machine does is not in it. */
  const costOf = async (work: () => Promise<unknown>) => {
    const costs: number[] = []
    for (let round = 0; round < 3; round += 1) {
      const from = process.cpuUsage()
      await work()
      const { user, system } = process.cpuUsage(from)
      costs.push((user + system) / 1000)
    }
    return Math.min(...costs)
  }
  const lists = (path: string, key: string) => (part: number) => async () => {
    for (const large of largeLists(part))
      await server.call('POST', path, { body: bodyOf(key, large), headers: JSON_KIND })
  }
  const form = (part: number) => async () => {
    const body = Array.from({ length: 16_000 / part }, (_, n) => `k${n.toString(36)}`).join('&')
    await server.call('POST', FORM_PATHS.contact, {
      token: '',
      body: body.slice(0, 65_000),
      headers: URLENCODED,
    })
  }
  const works = {
    phases: lists('/protocols/templates', 'phases'),
    steps: lists('/missions/templates', 'steps'),
    skills: lists('/mentors', 'skills'),
    widgets: lists('/admin/dashboards', 'widgets'),
    events: lists(EVENTS_PATH, 'events'),
    form,
  }
  for (const [what, work] of Object.entries(works)) {
    await work(1)()
    const [half, whole] = [await costOf(work(2)), await costOf(work(1))]
    // Quadratic would be four times as much, of seconds.
    expect(whole, `${what}: half ${half} ms`).toBeLessThan(3 * half + 100)
  }
})

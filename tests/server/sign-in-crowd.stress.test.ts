import { expect, test, vi } from 'vitest'
import { ADMIN, startApp } from '../support/app.ts'

// Sixty sign-ins at once, on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

/** Each look at a password waits here until it is let through; then it is the real one. */
const held = vi.hoisted(() => {
  const waiting: (() => void)[] = []
  return {
    isOn: false,
    waiting,
    wait: () => new Promise<void>((resolve) => waiting.push(resolve)),
  }
})
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return {
    ...real,
    verify: async (...args: Parameters<typeof real.verify>) => {
      if (held.isOn) await held.wait()
      return real.verify(...args)
    },
  }
})

test('an admin signs in while a crowd of wrong sign-ins waits', async () => {
  const server = await startApp({ env: { SIGN_IN_FAILURES_PER_ADDRESS: '1000' } })
  const known = await server.user({ role: 'admin' })
  const cookie = String((await server.signIn(known.email)).headers['set-cookie']).split(';')[0]
  // The crowd's address has failed before.
  await server.signIn('nobody@example.org', 'wrong-password', { from: '10.0.0.66' })

  held.isOn = true
  const looks = vi.spyOn(server.passwords, 'verify')
  const arrived = (count: number) =>
    vi.waitFor(() => expect(looks).toHaveBeenCalledTimes(count), { timeout: 60_000 })
  const served: string[] = []
  const signIn = async (who: string, ...how: Parameters<typeof server.signIn>) => {
    const { status } = await server.signIn(...how)
    if (status !== 503) served.push(who)
    return status
  }
  const crowd = Array.from({ length: 60 }, (_, n) =>
    signIn('crowd', `crowd${n}@example.org`, 'wrong-password', { from: '10.0.0.66' }),
  )
  await arrived(60)
  const underWay = held.waiting.length
  const headers = { cookie: cookie ?? '' }
  const admins = [
    signIn('new place', ADMIN.email, undefined, { from: '10.0.0.1' }),
    // Among the crowd, on a device that has signed in before.
    signIn('known device', known.email, undefined, { from: '10.0.0.66', headers }),
  ]
  await arrived(62)

  // Those of the crowd whose passwords are being looked at end, and then two more looks.
  for (let n = 0; n < underWay + 2; n += 1) {
    await vi.waitFor(() => expect(held.waiting).not.toHaveLength(0), { timeout: 60_000 })
    held.waiting.shift()?.()
  }
  expect(await Promise.all(admins)).toEqual([200, 200])
  expect(served.filter((who) => who === 'crowd').length).toBeLessThanOrEqual(underWay)

  held.isOn = false
  for (const go of held.waiting.splice(0)) go()
  const statuses = await Promise.all(crowd)
  expect(statuses.filter((status) => status === 401)).toHaveLength(20 + underWay)
  expect(statuses.filter((status) => status === 503)).toHaveLength(40 - underWay)
  await server.close()
})

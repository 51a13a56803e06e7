import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signIn } from '../../support/product.ts'
import { ground } from './ground.ts'
import { ask, newLedger, startLoad } from './load.ts'
import type { Trial } from './outcome.ts'
import { isRight, learnersOf, settle, verify } from './verify.ts'

const LIBRARY = ['x86_64', 'aarch64']
  .map((arch) => `/usr/lib/${arch}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((path) => existsSync(path))

/** The server's clock jumps a day ahead and back, and a day back, while the database's goes right. */
export const clock: Trial = async () => {
  const trial = 'the clock of the server jumps'
  if (!LIBRARY)
    return [{ trial, figures: ['not tried: libfaketime is not installed'], demands: [] }]
  const folder = mkdtempSync(join(tmpdir(), 'waymark-clock-'))
  const file = join(folder, 'offset')
  const set = (offset: string) => writeFileSync(file, `${offset}\n`)
  set('+0')
  const place = await ground({
    LD_PRELOAD: LIBRARY,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  })
  const ledger = newLedger()
  const figures: string[] = []
  const faults: string[] = []
  try {
    const learners = await learnersOf(place.connection)
    for (const offset of ['+0', '+1d', '+0', '-1d', '+0']) {
      set(offset)
      const load = startLoad(place, ledger, learners, 2)
      const session = await ask(place, 'GET', '/profile')
      const fresh = await signIn(place.url()).then(
        () => 200,
        () => 0,
      )
      const before = ledger.acknowledged
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      await load.end()
      const written = ledger.acknowledged - before
      const { odd } = await settle(place, ledger)
      const others = [...ledger.others].map(([status, times]) => `${times} x ${status}`).join(', ')
      figures.push(
        `${offset}: session ${session.status}, sign-in ${fresh}, ${written} writes${others && `, so far also ${others}`}`,
      )
      if (session.status !== 200) faults.push(`${offset}: the session ended`)
      if (fresh !== 200 || written === 0 || odd > 0)
        faults.push(`${offset}: ${fresh} ${written} ${odd}`)
      const verdict = await verify(place.connection, ledger, true)
      if (!isRight(verdict)) faults.push(`${offset}: ${JSON.stringify(verdict)}`)
    }
  } finally {
    await place.close()
    rmSync(folder, { recursive: true, force: true })
  }
  for (const fault of faults) console.error(fault)
  return [
    {
      trial: `${trial} (a day ahead, and a day back)`,
      figures,
      demands: [
        ['clock: sessions live, people sign in, writes are kept and counted', faults.length === 0],
      ],
    },
  ]
}

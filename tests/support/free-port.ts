import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A port for a server that must know it before it starts. Below those that the system gives away by itself: one of
 * those may have gone to somebody else's connection by then.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const probe = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}

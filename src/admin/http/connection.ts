import { returns } from '#admin/ui/returns.ts'
import { watched } from '#admin/ui/watched.ts'
import { API_URL } from './backend.ts'
import { GATEWAY_FAILURES, unanswered } from './http.ts'

/** Whether anything answers where the API is. One call without an answer is no proof: it is looked after first. */
export const connection = watched<'open' | 'broken'>('open')

/** Pauses between looks, in milliseconds: each twice the one before, up to the last, and never quite the same. */
const FIRST = 1000
const LONGEST = 10_000
/** What has said nothing for so long is not there. */
const PATIENCE = 5000

let pause = FIRST
let timer: ReturnType<typeof setTimeout> | undefined
let look: Promise<void> | undefined

/** Looks whether the server is there, again and again until it is. May be called at any time. */
export function lookNow(): Promise<void> {
  clearTimeout(timer)
  look ??= once().finally(() => {
    look = undefined
  })
  return look
}

async function once(): Promise<void> {
  if (await answers()) {
    pause = FIRST
    if (connection.now() === 'open') return
    connection.set('open')
    returns.set(returns.now() + 1)
    return
  }
  if (connection.now() === 'open') connection.set('broken')
  timer = setTimeout(() => void lookNow(), pause * (0.7 + 0.6 * Math.random()))
  pause = Math.min(pause * 2, LONGEST)
}

/** Any answer will do, a 404 of another backend as well; but not that of a proxy for a server that is not there. */
async function answers(): Promise<boolean> {
  try {
    // Another origin need not allow that its answer is read.
    const { type, status } = await fetch(`${API_URL}/health`, {
      mode: 'no-cors',
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(PATIENCE),
    })
    return type === 'opaque' || !GATEWAY_FAILURES.includes(status)
  } catch {
    return false
  }
}

/** Begins to heed what hints at a broken connection. The browser's own word is a hint and no more. */
export function watchConnection(): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const heed = () => void lookNow()
  const stop = unanswered.watch(heed)
  for (const hint of ['online', 'offline']) addEventListener(hint, heed, { signal })
  if (unanswered.now() > 0) heed()
  return () => {
    stop()
    ended.abort()
    clearTimeout(timer)
  }
}

import { returns } from '#admin/ui/returns.ts'
import { watched } from '#admin/ui/watched.ts'
import { getAt } from '#model/paths.ts'
import { GATEWAY_FAILURES, unanswered } from '../providers/http-client.ts'
import { API_URL } from './backend.ts'

/**
 * Whether anything answers where the API is, and whether it has its database. One call without an answer is no proof:
 * it is looked after first.
 */
export const connection = watched<'open' | 'broken' | 'database'>('open')

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
  const found = await lookOnce()
  const before = connection.now()
  if (found !== before) connection.set(found)
  if (found === 'open') {
    pause = FIRST
    if (before !== 'open') returns.set(returns.now() + 1)
    return
  }
  timer = setTimeout(() => void lookNow(), pause * (0.7 + 0.6 * Math.random()))
  pause = Math.min(pause * 2, LONGEST)
}

/**
 * Any answer will do, a 404 of another backend as well; but not that of a proxy for a server that is not there. Ours
 * says whether it can serve.
 */
async function lookOnce(): Promise<ReturnType<typeof connection.now>> {
  try {
    // Another origin need not allow that its answer is read.
    const answer = await fetch(`${API_URL}/health/ready`, {
      mode: 'no-cors',
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(PATIENCE),
    })
    if (answer.type === 'opaque' || !GATEWAY_FAILURES.includes(answer.status)) return 'open'
    const body: unknown = await answer.json()
    return getAt(body, 'error.rule') === 'database' ? 'database' : 'broken'
  } catch {
    return 'broken'
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

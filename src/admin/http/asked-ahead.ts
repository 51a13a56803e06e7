/** A read that the first script made while the code was on its way (first/ask-ahead.ts). */
export interface AskedAhead {
  /** As `addressOf` writes it. */
  address: string
  token: string
  at: number
  answer: Promise<Response>
  stop: () => void
}

declare global {
  /** What was asked ahead, until the client comes to it. */
  var askedAhead: AskedAhead[] | undefined
}

/** An answer that nobody took in this time is too old. */
const KEPT = 30_000

/** One address for all ways to write the same read. */
export function addressOf(address: string): string {
  const url = new URL(address, globalThis.location?.href)
  url.searchParams.sort()
  return url.href
}

/**
 * The browser's fetch, but for what was asked ahead: the first read of the same address in the same session has the
 * answer of that, or its failure. A write, or a call of another session, makes all of it old.
 */
export const fetchOnce: typeof fetch = (input, init) => {
  const asked = globalThis.askedAhead
  if (!(asked?.length && input instanceof Request)) return fetch(input, init)
  const token = input.headers.get('authorization')?.replace('Bearer ', '')
  if (input.method !== 'GET' || asked.some((one) => one.token !== token)) {
    for (const { stop } of asked.splice(0)) stop()
    return fetch(input, init)
  }
  const address = addressOf(input.url)
  const at = asked.findIndex((one) => one.address === address)
  const [found] = at === -1 ? [] : asked.splice(at, 1)
  return found && Date.now() - found.at < KEPT ? taken(found, input.signal) : fetch(input, init)
}

/** The answer, until whoever waits for it gives up. */
function taken({ answer, stop }: AskedAhead, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    const end = () => {
      reject(signal.reason)
      stop()
    }
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
    answer.then(resolve, reject)
  })
}

import { readStored, writeStored } from '#admin/ui/storage.ts'

/** The reads that the script in admin.html made while the code was being loaded. */
interface Prefetched {
  token: string
  at: number
  /** By address. */
  answers: Map<string, Promise<Response>>
}

declare global {
  var prefetched: Prefetched | undefined
}

/** Under this key stands what each page read first when it was last opened: page address → API address. */
export const FIRST_READS_KEY = 'waymark_first_reads'

/** An older answer is not used. */
const MAX_AGE_MS = 30_000

/**
 * The browser's fetch, except for what was prefetched: the first read of such an address takes over its answer or its
 * failure. A write and a call of another session discard all prefetched answers.
 */
export const fetchWithPrefetch: typeof fetch = (input, init) => {
  if (!(input instanceof Request)) return fetch(input, init)
  const answer = takePrefetched(input) ?? fetch(input, init)
  if (input.method !== 'GET') return answer
  const pathname = globalThis.location?.pathname
  // What a backend does not have is not prefetched the next time.
  answer.then(
    ({ ok }) => (ok && pathname !== undefined ? remember(pathname, input.url) : undefined),
    () => undefined,
  )
  return answer
}

function takePrefetched(input: Request): Promise<Response> | undefined {
  const { prefetched } = globalThis
  if (!prefetched) return undefined
  const isSession = input.headers.get('authorization') === `Bearer ${prefetched.token}`
  const isOld = Date.now() - prefetched.at > MAX_AGE_MS
  if (input.method !== 'GET' || !isSession || isOld) {
    globalThis.prefetched = undefined
    return undefined
  }
  const answer = prefetched.answers.get(input.url)
  prefetched.answers.delete(input.url)
  return answer && untilAborted(answer, input.signal)
}

function untilAborted(answer: Promise<Response>, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    answer.then(resolve, reject)
  })
}

const firstPaths = new Map<string, string>()
let rememberedFor: string | undefined

/** Says which address of the API a page reads first, whatever its parameters. */
export function setFirstRead(page: string, address: string): void {
  firstPaths.set(page, new URL(address, location.href).href)
}

/** Keeps the profile's address and the first read of the page that is open, for the script in admin.html. */
function remember(pathname: string, address: string): void {
  const [path = ''] = address.split('?')
  if (path.endsWith('/profile')) keep('profile', address)
  else if (
    location.search === '' &&
    rememberedFor !== pathname &&
    firstPaths.get(pathname) === path
  ) {
    rememberedFor = pathname
    keep(pathname, address)
  }
}

/** Writes it for the next visit; the sign-out takes it away. */
function keep(page: string, address: string): void {
  let kept: unknown
  try {
    kept = JSON.parse(readStored(FIRST_READS_KEY) ?? '{}')
  } catch {
    kept = {}
  }
  const next = { ...(kept as object), [page]: address }
  writeStored(FIRST_READS_KEY, JSON.stringify(next))
}

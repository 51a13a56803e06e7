import { keeperOf, layoutKey, pageSizeIn, viewsKey } from '#admin/crud/list/kept.ts'
import { readPlace } from '#admin/format/form-address.ts'
import { addressOf } from '#admin/http/asked-ahead.ts'
import { API_URL, found } from '#admin/http/backend.ts'
import { readStored } from '#admin/ui/storage.ts'
import { PAGE_SIZE } from '#contract/api.ts'
import { type SessionUser, USER_KEY } from '#contract/session.ts'
import { isObject } from '#model/paths.ts'

/** What a page of the console reads first. */
export interface FirstRead {
  /** Below the API's base. */
  path: string
  /** The resources that it tells of: whoever may read none of them does not ask. */
  of?: readonly string[]
  /** It is a list that is asked for by pages. */
  isPaged?: boolean
  /** It is read at the addresses of its records, too. */
  withRecord?: boolean
}

/** By the page's segment, '' for the home. The build makes them of the declarations (build/first-reads.ts). */
export type FirstReads = Readonly<Record<string, readonly FirstRead[]>>

/**
 * Asks for what the console will ask first, while its code is on the way: whose the token is, and what the page at
 * this address shows. The client takes each answer over when it comes to it (http/asked-ahead.ts).
 */
export function askAhead(token: string, reads: FirstReads): void {
  globalThis.askedAhead = readsAt(location, reads).map((path) => {
    const control = new AbortController()
    const answer = fetch(API_URL + path, {
      headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
      signal: control.signal,
    })
    // Of a failure hears whoever takes it over.
    answer.catch(() => undefined)
    const stop = () => control.abort()
    return { address: addressOf(API_URL + path), token, at: Date.now(), answer, stop }
  })
}

/** The reads that an address surely begins with, as far as this browser knows session, backend and list. */
export function readsAt(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  reads: FirstReads,
): string[] {
  const isForeign = found('/profile') === false
  const profile = isForeign ? '/users/profile' : '/profile'
  const user = isForeign ? undefined : lastUser()
  const [, page = '', ...record] = pathname.split('/').filter(Boolean)
  if (!(user && Object.hasOwn(reads, page))) return [profile]
  const paths = (reads[page] ?? []).map(({ path, of, isPaged, withRecord }) => {
    if (found(path) === false || (of && !mayReadAny(user, of))) return undefined
    if (record.length > 0 && !withRecord) return undefined
    return isPaged ? firstPage(path, page, search, keeperOf(user)) : path
  })
  return [profile, ...paths.filter((path) => path !== undefined)]
}

/** The first page of a list; undefined where its address, or the view that it opens with, asks for some of it. */
function firstPage(path: string, page: string, search: string, person: string) {
  const { search: words, view } = readPlace(search)
  const opensWithView = view === undefined && 'start' in keptAt(viewsKey(person, page))
  if (words !== '' || opensWithView) return undefined
  const limit = pageSizeIn(keptAt(layoutKey(person, page))) ?? PAGE_SIZE
  return `${path}?page=1&limit=${limit}`
}

/** Who was in last, of a server that told of changes: it is one of ours. */
function lastUser(): SessionUser | undefined {
  const kept = keptAt(USER_KEY)
  return kept.changes === true ? (kept as unknown as SessionUser) : undefined
}

function mayReadAny({ access }: SessionUser, names: readonly string[]): boolean {
  const { resources } = access ?? {}
  return !resources || names.some((name) => resources[name]?.actions.includes('read'))
}

function keptAt(key: string): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(readStored(key) ?? '{}')
    return isObject(kept) ? kept : {}
  } catch {
    return {}
  }
}

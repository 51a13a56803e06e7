import { createStore } from '#admin/ui/create-store.ts'
import { readStored, writeStored } from '#admin/ui/storage.ts'
import { API_BASE } from '#contract/api.ts'

const GIVEN = import.meta.env.VITE_API_URL ?? ''
/** True in builds for a stock REST backend, which has records but no other answers of our API. */
export const IS_STOCK = import.meta.env.VITE_API_DIALECT === 'simple-rest'

/**
 * Base of the API with its origin; an empty value at build time means our own origin. A stock REST backend has no
 * base path: its paths follow the given address.
 */
export const API_URL = `${GIVEN.replace(/\/+$/, '')}${IS_STOCK ? '' : API_BASE}`

const KEY = `waymark_backend ${API_URL}`

type Findings = Readonly<Record<string, boolean>>

const findings = createStore(readFindings())
/** Returns the same object until a finding changes. */
export const currentCapabilities = findings.now
export const onCapabilities = findings.watch

/**
 * Returns whether the backend has a path (`/profile`) or supports a parameter (`search /users`), learned from its
 * answers in this tab's session. Undefined until a request has shown it.
 */
export function hasCapability(what: string): boolean | undefined {
  return Object.hasOwn(currentCapabilities(), what) ? currentCapabilities()[what] : undefined
}

/** Stores a finding about the backend for this tab. */
export function setCapability(what: string, has: boolean): void {
  if (hasCapability(what) !== has) keep({ ...currentCapabilities(), [what]: has })
}

/** Forgets all findings: another admin may see another backend. */
export function forgetCapabilities(): void {
  keep({})
}

/**
 * Returns whether the backend is not ours: the console was built for another one, or has found one. Ours answers
 * /profile.
 */
export function isForeign(): boolean {
  return IS_STOCK || GIVEN !== '' || hasCapability('/profile') === false
}

function keep(next: Findings): void {
  writeStored(KEY, JSON.stringify(next), 'tab')
  findings.set(next)
}

function readFindings(): Findings {
  try {
    const stored: unknown = JSON.parse(readStored(KEY, 'tab') ?? '{}')
    const entries = Object.entries(typeof stored === 'object' && stored !== null ? stored : {})
    return Object.fromEntries(entries.filter(([, has]) => typeof has === 'boolean'))
  } catch {
    return {}
  }
}

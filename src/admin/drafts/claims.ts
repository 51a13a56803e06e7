/** Drafts that this page types in, and how their claims end. They end with the page too, however it goes. */
const claims = new Map<string, () => void>()
const PREFIX = 'waymark draft '

/**
 * Claims a draft for this page: no other page is offered it then. Gives false where another one has it, undefined
 * where the browser tells of none (pages on plain http beside localhost).
 */
export function claim(id: string): Promise<boolean | undefined> {
  if (claims.has(id)) return Promise.resolve(true)
  const locks = locksOf()
  if (!locks) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const hold = (lock: Lock | null): Promise<void> | undefined => {
      resolve(lock !== null)
      return lock === null ? undefined : new Promise((end) => claims.set(id, end))
    }
    locks.request(PREFIX + id, { ifAvailable: true }, hold).catch(() => resolve(undefined))
  })
}

/** Gives a claim up. */
export function release(id: string): void {
  claims.get(id)?.()
  claims.delete(id)
}

/** The drafts that other pages type in. */
export async function claimedElsewhere(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await locksOf()?.query()) ?? {}
  const ids = held.flatMap(({ name }) =>
    name?.startsWith(PREFIX) ? name.slice(PREFIX.length) : [],
  )
  return new Set(ids.filter((id) => !claims.has(id)))
}

const locksOf = (): LockManager | undefined => (navigator as { locks?: LockManager }).locks

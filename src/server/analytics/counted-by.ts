/**
 * By which words of missions and protocols figures sum up what learners did with them. They outlive a record that
 * is erased (history/erase.ts), so that no figure changes by that.
 */
export const COUNTED_BY = {
  'missions/templates': { choice: 'difficulty', text: 'type' },
  'protocols/templates': { choice: 'targetLevel', text: undefined },
} as const

/** The same by the name of any resource. */
export function countedBy(resource: string): string[] {
  const found = Object.entries(COUNTED_BY).find(([name]) => name === resource)
  return found ? Object.values(found[1]).filter((path) => path !== undefined) : []
}

import type { PlannedItem } from '#contract/changes.ts'

/** Records that stay as they are for the same reason. */
export interface Reason {
  text: string
  items: readonly PlannedItem[]
}

/** Records by why they stay, those with the most first. */
export function byReason(items: readonly PlannedItem[]): Reason[] {
  const groups = new Map<string, PlannedItem[]>()
  for (const item of items) {
    const text = item.reason ?? ''
    const group = groups.get(text)
    if (group) group.push(item)
    else groups.set(text, [item])
  }
  return [...groups]
    .map(([text, group]) => ({ text, items: group }))
    .sort((one, other) => other.items.length - one.items.length)
}

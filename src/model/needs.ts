/** Records of a resource that wait for somebody: those that these filters leave. The home counts them. */
export interface Need {
  /** As the list's address has them: `{ status: 'new' }`, `{ createdAt_is: 'last7days' }`. */
  filters: Readonly<Record<string, string>>
  /** '{count} new message', '{count} new messages'. */
  words: readonly [one: Counted, many: Counted]
  /** They are counted beside the menu's entry, too; read aloud in these words: '{count} new'. */
  badge?: string
}

type Counted = `${string}{count}${string}`

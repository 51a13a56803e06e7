/** Letters: a list in two panes, with what somebody wrote beside it, whole, and a way to reply (MSG-01). */
export interface Inbox<At extends string = string, Shown = never> {
  /** The path of the address that a reply goes to. */
  address: At
  subject: At
  /** The path of what was written. */
  text: At
  /** Which letters still wait: they stand bold. */
  isNew: (row: Shown) => boolean
}

/** Whether a letter still waits. False for one that the declaration cannot make sense of (WIRE-02). */
export function isNewIn({ isNew }: Inbox, row: object): boolean {
  try {
    // It is typed by its own declaration, which the row is one of.
    return (isNew as (row: unknown) => boolean)(row) === true
  } catch {
    return false
  }
}

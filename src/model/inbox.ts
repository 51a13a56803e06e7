/** Messages: a list in two panes, with the whole message beside it and a way to reply. */
export interface Inbox<At extends string = string, Shown = never> {
  /** The path of the address that a reply goes to. */
  address: At
  subject: At
  /** The path of what was written. */
  text: At
  /** Which letters still wait: they stand bold. */
  isNew: (row: Shown) => boolean
}

/** Whether a letter still waits. False for one that the declaration cannot make sense of. */
export function isNewIn({ isNew }: Inbox, row: object): boolean {
  try {
    return (isNew as (row: unknown) => boolean)(row) === true
  } catch {
    return false
  }
}

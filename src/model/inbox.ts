/** Messages: a list in two panes, with the whole message beside it and a way to reply. */
export interface Inbox<At extends string = string, Shown = never> {
  /** The path of the address that a reply goes to. */
  address: At
  subject: At
  /** The path of the message's text. */
  text: At
  /** Returns whether a message is unread; unread ones are bold. */
  isNew: (row: Shown) => boolean
}

/** Returns whether a message is unread. False if `isNew` throws. */
export function isNewIn({ isNew }: Inbox, row: object): boolean {
  try {
    return (isNew as (row: unknown) => boolean)(row) === true
  } catch {
    return false
  }
}

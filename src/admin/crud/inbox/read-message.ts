import { typedText } from '#admin/providers/adapters/coerce.ts'
import type { Inbox, Row } from '#model/declaration.ts'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'

/** Reads a message from a record by the declaration's paths; '' for unreadable values. */
export function readMessage(resource: Resource, inbox: Inbox, row: Row) {
  const at = (path: string) => typedText(getAt(row, path))
  return {
    name: nameOf(resource, row),
    address: at(inbox.address).trim(),
    subject: at(inbox.subject).trim(),
    text: at(inbox.text),
    at: at('createdAt'),
  }
}

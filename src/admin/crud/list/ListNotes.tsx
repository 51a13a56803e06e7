import { translate, translateWithin } from '#admin/format/translate.ts'
import type { Resource } from '#model/resource.ts'
import type { ResourceList } from './use-resource-list.ts'

/** Above a list, what its rows alone would not tell: records that cannot be shown, or could not be looked through. */
export function ListNotes({ resource, list }: { resource: Resource; list: ResourceList }) {
  const notes = notesOf(resource, list)
  if (list.isPending || list.isOld || notes.length === 0) return null
  return (
    <div
      style={{ maxWidth: '80ch', margin: '0 16px 16px', padding: '10px 12px', borderRadius: 8 }}
      data-tint="yellow"
      role="status"
    >
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  )
}

function notesOf(resource: Resource, { answer }: ResourceList): string[] {
  const { dropped = 0, ignoredKinds = [], cut } = answer
  const notes: string[] = []
  if (dropped > 0)
    notes.push(
      translate('{count} of the records that came have no id of their own and are not shown.', {
        count: dropped,
      }),
    )
  if (cut) {
    const text =
      ignoredKinds.length > 0
        ? 'This backend cannot {does} {things}. Only the first {read} of {of} were looked through here.'
        : 'Only {read} of {of} {things} could be read.'
    const does = ignoredKinds.map((kind) => translate(kind)).join(translate(' or '))
    const things = translateWithin(resource.label.many)
    notes.push(translate(text, { does, things, read: cut.read, of: cut.of }))
  }
  return notes
}

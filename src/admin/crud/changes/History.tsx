import type { Resource } from '#model/resource.ts'

/** What became of a record: who changed what, when and through what, the latest first (REC-03). */
export function History({ resource, id }: { resource: Resource; id: string }) {
  return <p>{`${resource.name} ${id}`}</p>
}

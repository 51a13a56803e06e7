import { readStored, writeStored } from '#admin/ui/storage.ts'
import type { Resource } from '#model/resource.ts'

const keyOf = ({ page }: Resource) => `waymark_import ${page}`

/** The import that this browser began last and did not end; whether it is still there, and theirs, the server knows. */
export function lastImport(resource: Resource): string | undefined {
  return readStored(keyOf(resource)) ?? undefined
}

/** Notes the one that was begun, or that there is none any more. */
export function noteImport(resource: Resource, id: string | null): void {
  writeStored(keyOf(resource), id)
}

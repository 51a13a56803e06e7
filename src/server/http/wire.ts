import type { Hooks } from '../hooks/hooks.ts'
import type { Data, Stored } from '../store/shape.ts'

/** A stored record as the wire names it. The row schema takes out what is not listed. */
export function toWire(record: Stored, hooks: Hooks | undefined): Data {
  const { id, version, createdAt, updatedAt, data } = record
  const shown = {
    ...data,
    _id: id,
    createdAt,
    updatedAt,
    version,
  }
  return hooks?.present ? hooks.present(shown, record) : shown
}

/** The version as an entity tag. */
export function etag(version: number): string {
  return `"${version}"`
}

/** Whether an If-Match header lets a write pass. Without one, every write passes. */
export function matches(header: string | undefined, version: number): boolean {
  if (header === undefined || header.trim() === '*') return true
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag(version)) || tags.includes(String(version))
}

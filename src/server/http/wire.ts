import type { Data, Stored } from '../store/shape.ts'

/** A stored record as the wire names it. The row schema takes out what is not listed. */
export function toWire({ id, version, createdAt, updatedAt, data }: Stored): Data {
  return {
    ...data,
    _id: id,
    createdAt,
    updatedAt,
    version,
  }
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

/** The version as an entity tag. */
export function etag(version: number): string {
  return `"${version}"`
}

/**
 * The versions that an If-Match header lets pass. Undefined lets all pass: without the header, or with '*'.
 * A tag that is none of ours passes none.
 */
export function expectedVersions(header: string | undefined): readonly number[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  return header.split(',').flatMap((tag) => {
    const [, quoted, plain] = /^(?:(?:W\/)?"(\d+)"|(\d+))$/.exec(tag.trim()) ?? []
    const digits = quoted ?? plain
    return digits === undefined ? [] : [Number(digits)]
  })
}

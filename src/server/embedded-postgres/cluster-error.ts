/** A failure of the embedded database. Its message tells the operator what to do. */
export class ClusterError extends Error {
  override readonly name = 'ClusterError'
}

const disk: Readonly<Record<string, (path: string) => string>> = {
  ENOSPC: (path) =>
    `The disk that holds ${path} is full. Free some space, or set DATA_DIR to a directory on another disk.`,
  EDQUOT: (path) =>
    `The disk quota for ${path} is used up. Free some space, or set DATA_DIR to a directory elsewhere.`,
  EROFS: (path) =>
    `${path} is on a read-only file system. Set DATA_DIR to a directory that can be written to.`,
  EACCES: (path) =>
    `No permission to read and write ${path}. Correct its owner or mode, or set DATA_DIR to another directory.`,
  EPERM: (path) =>
    `The system does not allow changes in ${path}. Correct its owner, mode or attributes, or set DATA_DIR to another directory.`,
  ENOTDIR: (path) =>
    `${path} cannot be a directory: a file stands in its place. Move that file away, or set DATA_DIR to another directory.`,
  EEXIST: (path) =>
    `${path} cannot be a directory: a file stands in its place. Move that file away, or set DATA_DIR to another directory.`,
}

/** Explains a failed file operation below the data directory. */
export function diskError(failure: unknown, path: string): ClusterError {
  const code =
    typeof failure === 'object' && failure && 'code' in failure ? String(failure.code) : ''
  const said = disk[code]
  if (said) return new ClusterError(said(path), { cause: failure })
  const detail = failure instanceof Error ? failure.message : String(failure)
  return new ClusterError(`The data directory ${path} cannot be used: ${detail}`, {
    cause: failure,
  })
}

/** Explains what PostgreSQL or initdb printed before it ended. */
export function databaseError(what: string, words: string, path: string): ClusterError {
  if (/No space left on device|could not extend file.*space/i.test(words)) {
    return diskError({ code: 'ENOSPC' }, path)
  }
  if (/Read-only file system/i.test(words)) return diskError({ code: 'EROFS' }, path)
  const tail = words.trim().split('\n').slice(-6).join('\n')
  return new ClusterError(
    `${what}${tail ? `\n${tail}` : ''}\nThe database's own log is in ${path}.`,
  )
}

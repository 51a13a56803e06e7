/** A backup cannot be made, read or restored. The message says why, in words for the operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}

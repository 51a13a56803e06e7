/** A worker could not start. The message is in words for the operator. */
export class WorkerError extends Error {
  override name = 'WorkerError'
}

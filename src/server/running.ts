/** A server that runs, in one process or by several. */
export interface Running {
  /** Tells of an error that nobody handled. */
  fatal(error: unknown): void
  /** Finishes what is under way, then closes everything that was opened; all within 10 s, whatever the database does. */
  stop(): Promise<void>
}

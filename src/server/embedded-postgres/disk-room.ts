/** What is left of the disk that the database writes to, as far as this server can see it. */
export interface DiskRoom {
  /** Whether nothing may be saved at present. */
  isFull(): boolean
  /** Takes a failure of the database, which may mean that there is none. */
  met(failure: unknown): void
}

/** Of a database elsewhere nothing is known: it says itself what it cannot save. */
export const UNKNOWN_ROOM: DiskRoom = { isFull: () => false, met: () => undefined }

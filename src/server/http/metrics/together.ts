import type { Family } from './exposition.ts'

/** All processes of a server, which answer `GET /metrics` as one. */
export interface Together {
  /** Takes what tells what this process has counted, for whichever is asked. */
  offer(counted: () => readonly Family[]): void
  /** What all of them have counted. */
  gather(): Promise<readonly Family[]>
}

/** A process by itself. */
export function alone(): Together {
  let counted: () => readonly Family[] = () => []
  return {
    offer(own) {
      counted = own
    },
    gather: async () => counted(),
  }
}

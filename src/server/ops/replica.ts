import type { LongReads, ReplicaState } from '#server/db/long-reads.ts'
import type { Services } from '#server/services.ts'

const EACH_SECOND = { everyMs: 1000, deadlineMs: 5000 }

/** Asks the replica each second whether it answers and how far it is; without one there is nothing to ask. */
export function startWatchingReplica({
  store: { longReads },
  background,
}: {
  store: { longReads: LongReads }
  background: Services['background']
}): void {
  if (longReads.pool === undefined) return
  background.inBackground('watching the replica', EACH_SECOND, async () => {
    await longReads.look()
  })
}

/** What System Status says of a replica that is not read; nothing of one that is, or where there is none. */
export function replicaWarnings(state: ReplicaState): readonly string[] {
  switch (state.is) {
    case 'none':
    case 'read':
      return []
    case 'behind':
      return [
        `The replica is ${Math.round(state.behindMs / 1000)} s behind: exports and figures are read from the primary until it has caught up.`,
      ]
    case 'away':
      return [
        `The replica does not answer (${state.why}): exports and figures are read from the primary meanwhile.`,
      ]
  }
}

import type { Services } from '#server/services.ts'

type Hands = Pick<Services, 'store' | 'background'>
/** Takes a line of the security log. */
type Tell = (line: object, word: string) => void

const EACH_MINUTE = { everyMs: 60_000, deadlineMs: 30_000 }

/** Seals the security log each minute, and prints what proves it: who keeps the log can tell a chain that was made anew. */
export function startSealing({ store, background }: Hands, tell: Tell): void {
  background.inBackground('sealing the security log', EACH_MINUTE, (signal) =>
    seal(store, tell, signal),
  )
}

/** Seals what there is. Gives whether there is more. */
export async function seal(
  { seals }: Services['store'],
  tell: Tell,
  signal?: AbortSignal,
): Promise<boolean> {
  const { made, isMore } = await seals.seal(new Date(), signal)
  if (made) tell({ event: 'log_sealed', last: made.last, head: made.head }, 'security')
  return isMore
}

import type { Family } from '#server/http/metrics/exposition.ts'
import { createMerger } from '#server/http/metrics/merge.ts'
import { watchProcess } from '#server/http/metrics/process-metrics.ts'
import type { FromWorker } from './messages.ts'
import { tell, type Worker } from './started.ts'

/** Who has not answered by then is told of as it was the last time; one that was never heard is waited for longer. */
const PATIENCE_MS = 10
const FIRST_MS = 500

type Counts = Extract<FromWorker, { say: 'counted' | 'gather' }>

/** Asks all workers what they have counted, for one that was asked, and tells it the sums. */
export function createGathering(all: () => readonly Worker[]) {
  const merger = createMerger()
  const last = new Map<Worker, readonly Family[]>()
  const waiting = new Map<number, { left: Set<Worker>; done(): void }>()
  let own: ReturnType<typeof watchProcess> | undefined
  let number = 0

  const gather = (asking: Worker, id: number) => {
    own ??= watchProcess()
    number += 1
    const mine = number
    const asked = all().filter(({ isOpen }) => isOpen)
    const done = () => {
      if (!waiting.delete(mine)) return
      clearTimeout(timer)
      const families = merger.merge([...last.values(), own?.families() ?? []])
      tell(asking, { say: 'gathered', id, families })
    }
    const isNew = asked.some((worker) => !last.has(worker))
    const timer = setTimeout(done, isNew ? FIRST_MS : PATIENCE_MS)
    waiting.set(mine, { left: new Set(asked), done })
    for (const worker of asked) tell(worker, { say: 'count', id: mine })
  }

  return {
    hear(worker: Worker, message: Counts) {
      if (message.say === 'gather') return gather(worker, message.id)
      last.set(worker, message.families)
      const round = waiting.get(message.id)
      round?.left.delete(worker)
      if (round?.left.size === 0) round.done()
    },
    /** What one counted that is gone stays in the sums: they never fall. */
    gone(worker: Worker) {
      const families = last.get(worker)
      if (families) merger.keep(families)
      last.delete(worker)
    },
  }
}

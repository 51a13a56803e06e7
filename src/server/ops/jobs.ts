/** How often a job runs. */
interface Rhythm {
  /** From the end of one round to the next. */
  everyMs: number
  /** A round that takes longer has failed. */
  deadlineMs: number
  /** How soon after a nudge, and after the start. */
  soonMs?: number
  afterFailureMs?: number
}

/** One round. The signal aborts at the deadline and at the server's end. Returns true to run the next round at once. */
type Work = (signal: AbortSignal) => Promise<unknown>

type Log = (line: object, message: string) => void

const SOON_MS = 200

export type Background = ReturnType<typeof createBackground>

/** Runs jobs again and again beside the requests. A failed round is retried; the first failure and the recovery are logged. */
export function createBackground(log: Log) {
  const runners: ReturnType<typeof startRunner>[] = []
  return {
    /** Runs `work` from now on. Returns a function that brings the next round forward. */
    schedule(name: string, rhythm: Rhythm, work: Work): () => void {
      const runner = startRunner(name, rhythm, work, log)
      runners.push(runner)
      return runner.nudge
    },
    jobs: () => runners.map(({ state }) => state()),
    /** Starts no further round. Rounds under way have `patienceMs` to end, then their signal aborts. */
    async stop(patienceMs: number): Promise<void> {
      await Promise.all(runners.map(({ stop }) => stop(patienceMs)))
    },
  }
}

function startRunner(
  name: string,
  { everyMs, deadlineMs, soonMs = SOON_MS, afterFailureMs = everyMs }: Rhythm,
  work: Work,
  log: Log,
) {
  const scheduledAt = new Date()
  let succeededAt: Date | undefined
  let failures = 0
  let isStopped = false
  let isNudged = false
  let dueAt = Number.POSITIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let round: AbortController | undefined
  let settled = Promise.resolve()

  const age = () => Date.now() - (succeededAt ?? scheduledAt).getTime()

  const plan = (inMs: number) => {
    const at = Date.now() + inMs
    if (isStopped || at >= dueAt) return
    clearTimeout(timer)
    dueAt = at
    timer = setTimeout(() => {
      settled = run()
    }, inMs)
    timer.unref()
  }

  const fail = (err: unknown) => {
    failures += 1
    if (failures === 1 && !isStopped) log({ err, job: name }, 'background job failed, will retry')
  }

  /** Runs one round until its work has settled, also after the deadline, and plans the next. */
  const run = async () => {
    const current = new AbortController()
    round = current
    dueAt = Number.POSITIVE_INFINITY
    isNudged = false
    const deadline = setTimeout(() => {
      const error = new Error(`A round took longer than ${deadlineMs} ms.`)
      fail(error)
      current.abort(error)
    }, deadlineMs)
    let pauseMs = afterFailureMs
    try {
      const hasMore = (await work(current.signal)) === true
      if (!current.signal.aborted) {
        if (failures > 0) log({ job: name, failures, ms: age() }, 'background job recovered')
        failures = 0
        succeededAt = new Date()
        pauseMs = isNudged ? soonMs : everyMs
        if (hasMore) pauseMs = 0
      }
    } catch (error) {
      if (!current.signal.aborted) fail(error)
    }
    clearTimeout(deadline)
    round = undefined
    plan(pauseMs)
  }

  plan(soonMs)
  return {
    nudge() {
      isNudged = true
      if (!round) plan(soonMs)
    },
    /** `succeededAt`: when a round last succeeded. `ageMs`: since then, or since it was scheduled. */
    state: () => ({ name, succeededAt, ageMs: age(), failures }),
    async stop(patienceMs: number) {
      isStopped = true
      clearTimeout(timer)
      let impatience: NodeJS.Timeout | undefined
      const patience = new Promise<void>((resolve) => {
        impatience = setTimeout(resolve, patienceMs)
      })
      await Promise.race([settled, patience])
      clearTimeout(impatience)
      round?.abort(new Error('The server stops.'))
    },
  }
}

/** How often a job runs. */
interface Rhythm {
  /** From the end of one run to the next. */
  everyMs: number
  /** A run that takes longer has failed. */
  deadlineMs: number
  /** How soon after a wake-up, and after the start. */
  soonMs?: number
  afterFailureMs?: number
}

/**
 * One run. The signal aborts at the deadline and when the server stops. Returns true to start the next run immediately.
 */
type Work = (signal: AbortSignal) => Promise<unknown>

type Log = (line: object, message: string) => void

const SOON_MS = 200

export type Background = ReturnType<typeof createBackground>

/** Creates the scheduler of background jobs. Retries a failed run, and logs the first failure and the recovery. */
export function createBackground(log: Log) {
  const runners: ReturnType<typeof startRunner>[] = []
  return {
    /** Schedules `work`. Returns a function that starts the next run soon. */
    schedule(name: string, rhythm: Rhythm, work: Work): () => void {
      const runner = startRunner(name, rhythm, work, log)
      runners.push(runner)
      return runner.nudge
    },
    jobs: () => runners.map(({ state }) => state()),
    /** Starts no further run. Active runs have `patienceMs` to end, then their signal aborts. */
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

  /** Runs the job once, waits until it has settled, even after the deadline, and schedules the next run. */
  const run = async () => {
    const current = new AbortController()
    round = current
    dueAt = Number.POSITIVE_INFINITY
    isNudged = false
    const deadline = setTimeout(() => {
      const error = new Error(`The job took longer than ${deadlineMs} ms.`)
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
    /** `succeededAt`: when a run last succeeded. `ageMs`: since then, or since it was scheduled. */
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
      round?.abort(new Error('The server is stopping.'))
    },
  }
}

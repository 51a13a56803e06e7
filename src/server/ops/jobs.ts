/** How often a piece of work is done. */
interface Rhythm {
  /** From the end of one round to the next. */
  everyMs: number
  /** A round that takes longer has failed. */
  deadlineMs: number
  /** How soon after a nudge, and after the start. */
  soonMs?: number
  afterFailureMs?: number
}

/** How a piece of work is getting on. */
export interface Job {
  name: string
  /** When a round last ended well. */
  succeededAt: Date | undefined
  /** Since then, or since it was begun. */
  ageMs: number
  /** Rounds in a row that failed since then. */
  failures: number
}

/**
 * One round. It ends at once when the signal says so: it is told of its deadline, and of the server's end.
 * True asks for the next round without a pause.
 */
type Work = (signal: AbortSignal) => Promise<unknown>

/** Everything that is done again and again beside the requests. What fails is tried again. */
export interface Background {
  /** Does it from now on. Gives the function that says there is something to do. */
  inBackground(name: string, rhythm: Rhythm, work: Work): () => void
  jobs(): readonly Job[]
  /** Ends all of it: rounds under way have so long to end by themselves. */
  stop(patienceMs: number): Promise<void>
}

const SOON_MS = 200

/** A round that was due while everything was held is looked at again so much later. */
const HELD_MS = 2000

/**
 * `log` is told of the first failure of each piece of work, and when it is over. No round begins while everything
 * is held.
 */
export function createBackground(
  log: (line: object, words: string) => void,
  isHeld: () => boolean = () => false,
): Background {
  const runners: ReturnType<typeof startRunner>[] = []
  return {
    inBackground(name, rhythm, work) {
      const runner = startRunner(name, rhythm, work, log, isHeld)
      runners.push(runner)
      return runner.nudge
    },
    jobs: () => runners.map(({ state }) => state()),
    async stop(patienceMs) {
      await Promise.all(runners.map(({ stop }) => stop(patienceMs)))
    },
  }
}

function startRunner(
  name: string,
  { everyMs, deadlineMs, soonMs = SOON_MS, afterFailureMs = everyMs }: Rhythm,
  work: Work,
  log: (line: object, words: string) => void,
  isHeld: () => boolean,
) {
  const begunAt = new Date()
  let succeededAt: Date | undefined
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  let dueAt = Number.POSITIVE_INFINITY
  let isStopped = false
  let isNudged = false
  let round: { over: AbortController; ended: Promise<void> } | undefined

  const age = () => Date.now() - (succeededAt ?? begunAt).getTime()

  const plan = (inMs: number) => {
    const at = Date.now() + inMs
    if (isStopped || at >= dueAt) return
    clearTimeout(timer)
    dueAt = at
    timer = setTimeout(begin, inMs)
    timer.unref()
  }

  /** Does one round. Gives the pause after it. */
  const run = async (over: AbortController): Promise<number> => {
    const late = () => over.abort(new Error(`A round took longer than ${deadlineMs} ms.`))
    const deadline = setTimeout(late, deadlineMs)
    isNudged = false
    try {
      const more = await Promise.race([work(over.signal), aborted(over.signal)])
      if (failures > 0) log({ job: name, failures, ms: age() }, 'work in the background goes on')
      failures = 0
      succeededAt = new Date()
      if (more === true) return 0
      return isNudged ? soonMs : everyMs
    } catch (error) {
      failures += 1
      if (failures === 1 && !isStopped)
        log({ err: error, job: name }, 'work in the background failed; it is tried again')
      return afterFailureMs
    } finally {
      clearTimeout(deadline)
    }
  }

  const begin = () => {
    dueAt = Number.POSITIVE_INFINITY
    if (isHeld()) return plan(HELD_MS)
    const over = new AbortController()
    const ended = run(over).then((pauseMs) => {
      round = undefined
      plan(pauseMs)
    })
    round = { over, ended }
  }

  plan(soonMs)
  return {
    nudge() {
      isNudged = true
      if (!round) plan(soonMs)
    },
    state: (): Job => ({ name, succeededAt, ageMs: age(), failures }),
    async stop(patienceMs: number) {
      isStopped = true
      clearTimeout(timer)
      if (!round) return
      const { over, ended } = round
      const impatience = setTimeout(() => over.abort(new Error('The server stops.')), patienceMs)
      await ended
      clearTimeout(impatience)
    },
  }
}

/** Rejects with the reason as soon as the signal comes. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}

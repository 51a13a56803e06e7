import type { Store } from '#server/db/store.ts'
import type { Backlog, Facts } from '#server/events/facts.ts'
import type { Background } from '#server/ops/jobs.ts'
import { type Family, type Sample, single } from './exposition.ts'

/** The first reading waits no longer for the database: the next one has what came later. */
const PATIENCE_MS = 8
/** How often the database is asked, and for how long after a reading. */
const EACH_MS = 1000
/** Who reads again soon is told what is so soon. */
const SOON_MS = 200
const UNREAD_MS = 150_000
const AWAY_MS = 3000
/** A job more or less is no series more than so many. */
const MOST_JOBS = 20

/** The pools at this moment. */
export function poolFamilies({ pool, rolling }: Pick<Store, 'pool' | 'rolling'>): Family[] {
  const pools = Object.entries({
    requests: pool,
    rolling,
  })
  const samples = (of: (pool: Store['pool']) => Sample[]) =>
    pools.flatMap(([name, one]) =>
      of(one).map((sample) => ({ ...sample, labels: { pool: name, ...sample.labels } })),
    )
  return [
    {
      name: 'waymark_pool_connections',
      help: 'Connections to the database, by what they are doing.',
      type: 'gauge',
      samples: samples(({ totalCount, idleCount }) => [
        { labels: { state: 'in_use' }, value: totalCount - idleCount },
        { labels: { state: 'idle' }, value: idleCount },
      ]),
    },
    {
      name: 'waymark_pool_waiting',
      help: 'Who waits for a connection.',
      type: 'gauge',
      samples: samples(({ waitingCount }) => [{ value: waitingCount }]),
    },
    {
      name: 'waymark_pool_size',
      help: 'Connections at most.',
      type: 'gauge',
      samples: samples(({ options }) => [{ value: options.max }]),
    },
  ]
}

/** How the work beside the requests is getting on. */
export function jobFamilies(background: Background): Family[] {
  const jobs = background.jobs().slice(0, MOST_JOBS)
  return [
    {
      name: 'waymark_job_success_time_seconds',
      help: 'When a job in the background last ended well, since 1970.',
      type: 'gauge',
      samples: jobs.flatMap(({ name, succeededAt }) =>
        succeededAt ? [{ labels: { job: name }, value: succeededAt.getTime() / 1000 }] : [],
      ),
    },
    {
      name: 'waymark_job_failures',
      help: 'Rounds of a job in the background that failed since it last ended well.',
      type: 'gauge',
      samples: jobs.map(({ name, failures }) => ({ labels: { job: name }, value: failures })),
    },
  ]
}

/** Events that this server took and counted. */
export function eventFamilies({ tally }: Pick<Facts, 'tally'>): Family[] {
  return [
    single(
      'counter',
      'waymark_events_accepted_total',
      'Events that this server acknowledged.',
      tally.accepted,
    ),
    single(
      'counter',
      'waymark_events_counted_total',
      'New events that this server counted into figures.',
      tally.counted,
    ),
  ]
}

/**
 * The events that wait to be counted, and whether the database answers at all. As long as somebody reads, the
 * database is asked each second, so that no reading waits for it but the first.
 */
export function watchBacklog(facts: Pick<Facts, 'backlog'>) {
  let last: { backlog: Backlog; ms: number } | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  let readAt = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  const ask = async () => {
    const from = performance.now()
    askedAt = from
    last = await facts.backlog().then(
      (backlog) => ({ backlog, ms: performance.now() - from }),
      () => undefined,
    )
    asking = undefined
  }
  const go = () => {
    asking ??= ask()
    if (performance.now() - readAt < UNREAD_MS) return
    clearInterval(timer)
    timer = undefined
  }
  return {
    end: () => clearInterval(timer),
    async families(): Promise<Family[]> {
      readAt = performance.now()
      if (timer === undefined) {
        last = undefined
        go()
        timer = setInterval(go, EACH_MS).unref()
        await Promise.race([asking, atMost(PATIENCE_MS)])
      } else if (readAt - askedAt > SOON_MS) go()
      // Whoever has not answered for so long is away.
      const isAway = asking !== undefined && performance.now() - askedAt > AWAY_MS
      const now = isAway ? undefined : last
      return [
        single('gauge', 'waymark_database_up', 'Whether the database answers.', now ? 1 : 0),
        single(
          'gauge',
          'waymark_database_answer_seconds',
          'How long the database took for a short question.',
          now && now.ms / 1000,
        ),
        single(
          'gauge',
          'waymark_event_batches_waiting',
          'Batches of events that wait to be counted, 10,000 at most.',
          now?.backlog.waiting,
        ),
        single(
          'gauge',
          'waymark_event_batches_aside',
          'Batches of events that could not be counted and were set aside.',
          now?.backlog.aside,
        ),
        single(
          'gauge',
          'waymark_roller_age_seconds',
          'How long the oldest batch of events has been waiting to be counted.',
          now?.backlog.seconds,
        ),
      ]
    },
  }
}

function atMost(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}

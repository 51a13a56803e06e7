import { type Day, dayIn } from '#contract/days.ts'
import type { Resource } from '#model/resource.ts'
import { createFacts, type Facts } from '#server/events/facts.ts'
import type { Store } from '#server/store.ts'
import { createFigures, type Figures } from './figures.ts'
import { createPeople, type People } from './people.ts'
import { createRequests, type Requests } from './request-counts.ts'

export interface InsightOptions {
  store: Store
  registry: readonly Resource[]
  /** The reporting time zone: all days are days of it. A running server follows a change. */
  zone(): string
  /** What the operator should know of this server. */
  warnings?: () => readonly string[]
  /** How often a server makes backups by itself; undefined where it makes none. */
  backupEveryMs?: number | undefined
  /** Takes lines of the log. */
  tell?: (line: object, words: string) => void
  /** The clock, for tests. */
  now?: () => Date
}

/** What users really did: facts as they arrive, and the figures made of them. */
export interface Insight {
  /** The reporting time zone. */
  zone(): string
  /** The day it is now in the reporting time zone. */
  today(): Day
  readonly facts: Facts
  readonly requests: Requests
  readonly figures: Figures
  /** What the facts know of one record. */
  readonly people: People
}

export function createInsight({
  store,
  registry,
  zone,
  warnings = () => [],
  backupEveryMs,
  tell = () => undefined,
  now = () => new Date(),
}: InsightOptions): Insight {
  const requests = createRequests(store)
  const facts = createFacts({ store, registry, tell })
  return {
    zone,
    today: () => dayIn(zone(), now()),
    facts,
    requests,
    figures: createFigures({
      store,
      registry,
      zone,
      now,
      requests,
      facts,
      warnings,
      backupEveryMs,
    }),
    people: createPeople(store),
  }
}

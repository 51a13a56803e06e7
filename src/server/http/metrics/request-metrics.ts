import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Family } from './exposition.ts'

/** The family that has a series for each pair of route and status. */
const BY_ROUTE = 'waymark_http_request_seconds'

/** How many requests there were, and how long each was waited for. */
export interface RequestCounts {
  families(): Family[]
}

/**
 * Pairs of route and class of status that get series of their own, two each; failures of the server get some when
 * the others have theirs. What comes later counts under OTHER: series never disappear, and stay few.
 */
const MOST_PAIRS = 70
const MOST_WITH_FAILURES = 85
const OTHER = 'other'
/** Whatever no route is for: pages of the console, what strangers try. */
const NO_ROUTE = 'none'
const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** Seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

type Labels = Readonly<Record<string, string>>

interface Counted {
  labels: Labels
  count: number
  seconds: number
}

/** Counts every request that this server answers, until `app` closes. */
export function countRequestsOf(app: FastifyInstance): RequestCounts {
  const byRoute = new Map<string, Counted>()
  const byKind = new Map(['read', 'write'].map((kind) => [kind, newHistogram()]))
  let underWay = 0

  app.addHook('onRequest', (_request, _reply, done) => {
    underWay += 1
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    underWay -= 1
    const seconds = (request.msUntilAnswer || reply.elapsedTime) / 1000
    const counted = placeOf(byRoute, request, `${Math.floor(reply.statusCode / 100)}xx`)
    counted.count += 1
    counted.seconds += seconds
    const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method)
    byKind.get(isRead ? 'read' : 'write')?.note(seconds)
    done()
  })
  // Whoever went away before the answer leaves no response.
  app.addHook('onRequestAbort', (_request, done) => {
    underWay = Math.max(0, underWay - 1)
    done()
  })

  return {
    families: () => [
      {
        name: BY_ROUTE,
        help: 'Requests by route and class of status, and the time until each answer began.',
        type: 'summary',
        samples: [...byRoute.values()].flatMap(({ labels, count, seconds }) => [
          { suffix: '_sum', labels, value: seconds },
          { suffix: '_count', labels, value: count },
        ]),
      },
      {
        name: 'waymark_http_answer_seconds',
        help: 'Time until an answer began, over all routes.',
        type: 'histogram',
        samples: [...byKind].flatMap(([kind, { samples }]) => samples({ kind })),
      },
      {
        name: 'waymark_http_requests_under_way',
        help: 'Requests that are being answered.',
        type: 'gauge',
        samples: [{ value: underWay }],
      },
    ],
  }
}

function placeOf(all: Map<string, Counted>, request: FastifyRequest, status: string): Counted {
  const { method, is404, routeOptions } = request
  const labels = shared(all, {
    method: method === 'HEAD' ? 'GET' : METHODS.has(method) ? method : OTHER,
    route: is404 ? NO_ROUTE : (routeOptions.url ?? NO_ROUTE),
    status,
  })
  const key = keyOf(labels)
  const counted = all.get(key) ?? { labels, count: 0, seconds: 0 }
  all.set(key, counted)
  return counted
}

/** A pair as it is, while there is a place for it; then as OTHER. */
function shared(known: { has(key: string): boolean; readonly size: number }, pair: Labels): Labels {
  const { status = '' } = pair
  const most = status === '5xx' ? MOST_WITH_FAILURES : MOST_PAIRS
  if (known.has(keyOf(pair)) || known.size < most) return pair
  return { method: OTHER, route: OTHER, status }
}

function keyOf(labels: Labels): string {
  return Object.values(labels).join(' ')
}

function newHistogram() {
  const counts = BUCKETS.map(() => 0)
  let total = 0
  let sum = 0
  return {
    note(seconds: number) {
      for (const [at, bound] of BUCKETS.entries())
        if (seconds <= bound) counts[at] = (counts[at] ?? 0) + 1
      total += 1
      sum += seconds
    },
    samples: (labels: Readonly<Record<string, string>>) => [
      ...BUCKETS.map((bound, at) => ({
        suffix: '_bucket',
        labels: { ...labels, le: String(bound) },
        value: counts[at] ?? 0,
      })),
      { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: total },
      { suffix: '_sum', labels, value: sum },
      { suffix: '_count', labels, value: total },
    ],
  }
}

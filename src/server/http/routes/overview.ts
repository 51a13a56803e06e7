import type { FastifyInstance } from 'fastify'
import { erasedName } from '#contract/erased.ts'
import {
  type Activity,
  COMPARED_DAYS,
  MOST_ACTIVITY,
  OVERVIEW_PATH,
  type SystemOverview,
  systemOverview,
} from '#contract/overview.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { whoOf } from '#server/http/authorise.ts'
import { answerSchema } from '#server/http/json-schema.ts'
import type { Happening } from '#server/store/activity.ts'
import type { Data } from '#server/store/shape.ts'
import type { Context } from './context.ts'

const DAY_MS = 86_400_000
const REMEMBERED_MS = 600_000

const DONE: Readonly<Record<string, string>> = {
  create: 'created',
  update: 'updated',
  delete: 'deleted',
  restore: 'restored',
  erase: 'erased',
}

/** The numbers of the dashboard home and what was done lately (HOME-01, HOME-02). */
export function overviewRoutes(app: FastifyInstance, { store, registry, access }: Context): void {
  const known = new Map(registry.map((resource) => [resource.name, resource]))

  const counts = async (mayRead: (name: string) => boolean): Promise<SystemOverview['counts']> => {
    const isCounted = known.has('mentors') && mayRead('mentors')
    const [totals, active] = await Promise.all([
      store.activity.totals(),
      isCounted ? store.records('mentors').count([{ path: 'isActive', is: 'true' }]) : 0,
    ])
    // The counters outlive a resource that left the registry.
    const total = (name: string) => (known.has(name) && totals.get(name)) || 0
    const all = [
      ['users', 'users', total('users')],
      ['missions', 'missions/templates', total('missions/templates')],
      ['protocols', 'protocols/templates', total('protocols/templates')],
      ['mentors', 'mentors', active],
    ] as const
    return Object.fromEntries(
      all.flatMap(([key, name, count]) => (mayRead(name) ? [[key, count]] : [])),
    )
  }

  const compared = ['users', 'missions/templates', 'protocols/templates'].filter((name) =>
    known.has(name),
  )
  const countThen = async (at: Date): Promise<ReadonlyMap<string, number>> => {
    const [totals, active] = await Promise.all([
      store.activity.totalsAt(at, compared),
      known.has('mentors') ? store.activity.flaggedAt(at, 'mentors', 'isActive') : undefined,
    ])
    return new Map([...totals, ...(active === undefined ? [] : [['mentors', active] as const])])
  }
  let remembered: { until: number; totals: Promise<ReadonlyMap<string, number>> } | undefined
  /** What there was then changes slowly: it is counted once in a while. */
  const totalsThen = (): Promise<ReadonlyMap<string, number>> => {
    if (remembered && Date.now() < remembered.until) return remembered.totals
    const at = new Date(Date.now() - COMPARED_DAYS * DAY_MS)
    const totals = countThen(at)
    remembered = { until: Date.now() + REMEMBERED_MS, totals }
    totals.catch(() => {
      remembered = undefined
    })
    return totals
  }

  const before = async (mayRead: (name: string) => boolean): Promise<SystemOverview['before']> => {
    // The home is there without it.
    const totals = await totalsThen().catch(() => new Map<string, number>())
    const shown = [...totals].filter(([name]) => mayRead(name))
    return {
      days: COMPARED_DAYS,
      ...Object.fromEntries(shown.map(([name, total]) => [name.split('/')[0], total])),
    }
  }

  app.get(
    OVERVIEW_PATH,
    {
      config: { access: 'console' },
      schema: {
        tags: ['Dashboard'],
        operationId: 'getSystemOverview',
        summary: 'Counts, and what was done lately',
        response: { 200: { ...answerSchema(systemOverview), description: 'The overview' } },
      },
    },
    async (request): Promise<SystemOverview> => {
      const who = whoOf(request)
      const mayRead = (name: string) => access.mayRead(who.role, name)
      const { names } = access.sight(who)
      const [numbers, then, happenings] = await Promise.all([
        counts(mayRead),
        before(mayRead),
        store.activity.latest(MOST_ACTIVITY, names),
      ])
      return {
        counts: numbers,
        before: then,
        recentActivity: happenings.map((one) => toActivity(one, known.get(one.resource))),
      }
    },
  )
}

/** Takes the declaration, which is missing when the resource has left the registry. */
function toActivity(happening: Happening, resource: Resource | undefined): Activity {
  const { id, what, at, recordId, data, actor, isLive, times, records } = happening
  const entity = snakeCase(resource?.label.one ?? happening.resource)
  const written = DONE[what]
  return {
    id,
    eventType: written ? `${entity}_${written}` : what,
    timestamp: at,
    user: actor ? { firstName: text(actor.firstName), lastName: text(actor.lastName) } : null,
    record: {
      resource: happening.resource,
      id: recordId,
      name: data ? nameIn(data, recordId, resource) : '',
      isLive,
    },
    ...(times > 1 && { times }),
    ...(records > 1 && { records }),
  }
}

function nameIn(data: Data, id: string, resource: Resource | undefined): string {
  if (Object.keys(data).length === 0) return erasedName(resource?.name ?? '')
  return resource ? nameOf(resource, { ...data, _id: id, id }) : text(data.name ?? data.title)
}

/** 'Career Field' becomes career_field. */
function snakeCase(words: string): string {
  return words.toLowerCase().replace(/[^a-z0-9]+/g, '_')
}

function text(value: Data[string]): string {
  return typeof value === 'string' ? value : ''
}

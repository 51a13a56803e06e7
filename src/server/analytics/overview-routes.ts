import type { FastifyInstance } from 'fastify'
import { erasedName } from '#contract/changes.ts'
import { lengthOf, rangeOf } from '#contract/days.ts'
import {
  type Activity,
  MOST_ACTIVITY,
  OVERVIEW_PATH,
  type SystemOverview,
  systemOverview,
} from '#contract/overview.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import type { Happening } from '#server/history/recent-activity.ts'
import { whoOf } from '#server/http/authorise.ts'
import { answerSchema } from '#server/http/json-schema.ts'
import type { Data } from '#server/records/shape.ts'
import type { Context } from '#server/services.ts'

/** The counts of an answer, and the resources whose records they count. */
const COUNTED = [
  ['users', 'users'],
  ['missions', 'missions/templates'],
  ['protocols', 'protocols/templates'],
  ['mentors', 'mentors'],
] as const

const DONE: Readonly<Record<string, string>> = {
  create: 'created',
  update: 'updated',
  delete: 'deleted',
  restore: 'restored',
  erase: 'erased',
}

/** The numbers of the home page, and recent activity (HOME-01, HOME-02). */
export function overviewRoutes(
  app: FastifyInstance,
  { store, registry, access, insight }: Context,
): void {
  const { records } = insight.figures

  app.get(
    OVERVIEW_PATH,
    {
      config: { access: 'console' },
      schema: {
        tags: ['Dashboard'],
        operationId: 'getSystemOverview',
        summary: 'Counts and recent activity',
        response: { 200: { ...answerSchema(systemOverview), description: 'The overview' } },
      },
    },
    async (request): Promise<SystemOverview> => {
      const who = whoOf(request)
      const shown = COUNTED.filter(([, name]) => access.mayRead(who.role, name))
      const names = shown.map(([, name]) => name)
      const range = rangeOf('last30days', insight.today())
      const [totals, activeMentors, created, happenings] = await Promise.all([
        records.totals(),
        names.includes('mentors') ? records.activeMentors() : 0,
        // The home page works without it.
        records.created(names, range).catch(() => undefined),
        store.activity.latest(MOST_ACTIVITY, access.logScope(who).names),
      ])
      const countOf = (name: string) => (name === 'mentors' ? activeMentors : totals.get(name))
      const added = shown.filter(([, name]) => created?.has(name))
      return {
        counts: Object.fromEntries(shown.map(([key, name]) => [key, countOf(name) ?? 0])),
        ...(created && {
          added: {
            days: lengthOf(range),
            ...Object.fromEntries(added.map(([key, name]) => [key, created.get(name)])),
          },
        }),
        recentActivity: happenings.map((happening) =>
          toActivity(
            happening,
            registry.find(({ name }) => name === happening.resource),
          ),
        ),
      }
    },
  )
}

/** The resource is undefined when it has left the registry. */
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

import { SUBJECT_KINDS, SUBJECTS, type SubjectKind } from '#contract/events.ts'
import type { LineState, PeopleCount, PeopleLine, PeoplePart } from '#contract/record-facts.ts'
import { raw, rowsOf, type Sql, sql } from '#server/db/sql.ts'
import { isId } from '#server/records/shape.ts'
import type { Store } from '#server/store.ts'

/* What the facts know of one record: by the same rows that the figures count. */

/** A line whose record has no name yet; none on the line of a session. */
export interface Line extends Omit<PeopleLine, 'record'> {
  resource?: string
  id?: string
}

export interface Asked {
  part: PeoplePart
  id: string
  state: LineState | undefined
  /** The kinds of subjects that may be told of. */
  kinds: readonly SubjectKind[]
  offset: number
  limit: number
}

export interface People {
  /** What the facts tell of the records of a resource; nothing of most. */
  partsOf(resource: string): readonly PeoplePart[]
  /** The resources whose records a part names, by their kinds; of learners it is the users. */
  kindsOf(part: PeoplePart): readonly SubjectKind[]
  counts(resource: string, id: string): Promise<Partial<Record<PeoplePart, PeopleCount>>>
  /** How often each of these was assigned; undefined of records that no learner is assigned. */
  learnersOf(
    resource: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, number> | undefined>
  /** Some lines of a part, the latest first, and how many there are. */
  lines(resource: string, asked: Asked): Promise<{ lines: Line[]; total: number }>
}

/** The parts of a user that are subjects of a kind. */
const KIND_OF_PART: Partial<Record<PeoplePart, SubjectKind>> = {
  missions: 'mission',
  protocols: 'protocol',
  mentors: 'mentor',
}
const OF_USERS: readonly PeoplePart[] = ['timeline', 'missions', 'protocols', 'mentors', 'sessions']
const USERS = 'users'

export function createPeople({ pool }: Pick<Store, 'pool'>): People {
  const kindOf = (resource: string) => SUBJECT_KINDS.find((kind) => SUBJECTS[kind] === resource)

  const countLearners = async (id: string, kind: SubjectKind): Promise<PeopleCount> => {
    const [row] = await rowsOf<{ total: number; open: number }>(
      pool,
      sql`select coalesce(sum(n), 0)::bigint as total,
          coalesce(sum(n) filter (where completed_month = 'infinity'), 0)::bigint as open
        from assignment_months where subject_id = ${id} and kind = ${kind}`,
    )
    return counted(kind, row?.total ?? 0, row?.open ?? 0)
  }

  const countOfUser = async (id: string) => {
    const rows = await rowsOf<{ kind: Counted; total: number; open: number }>(
      pool,
      sql`select kind, count(*) as total, count(*) filter (where completed_at is null) as open
        from assignments where user_id = ${id} group by kind
        union all
        select 'session', count(*), count(*) filter (where ended_at is null)
        from app_sessions where user_id = ${id} and ${SHOWN_SESSION}
        union all
        select 'review', count(*), 0 from reviews where user_id = ${id}`,
    )
    const by = new Map(rows.map(({ kind, total, open }) => [kind, counted(kind, total, open)]))
    const of = (kind: Counted) => by.get(kind) ?? counted(kind, 0, 0)
    const [missions, protocols, mentors] = [of('mission'), of('protocol'), of('mentor')]
    const completed = [missions, protocols].map(({ total, open = 0 }) => total - open)
    const happened = [missions, protocols, mentors, of('review')].map(({ total }) => total)
    const timeline = { total: [...happened, ...completed].reduce((sum, n) => sum + n, 0) }
    return { timeline, missions, protocols, mentors, sessions: of('session') }
  }

  /** Of a subject's learners it is known how many there are: they may be very many. */
  const countOf = async (found: Sql, { id, state }: Asked, kind: SubjectKind | undefined) => {
    if (kind) {
      const { total, open = 0 } = await countLearners(id, kind)
      return state === undefined ? total : state === 'open' ? open : total - open
    }
    const [all] = await rowsOf<{ n: number }>(
      pool,
      sql`select count(*) as n from (${found}) found where ${isIn(state)}`,
    )
    return all?.n ?? 0
  }

  /** A page of what a statement finds, with how many it finds. */
  const page = async (found: Sql, asked: Asked, kind: SubjectKind | undefined) => {
    const { offset, limit, state } = asked
    const [rows, total] = await Promise.all([
      rowsOf<Row>(
        pool,
        sql`select * from (${found}) found where ${isIn(state)}
          order by at desc, id limit ${limit} offset ${offset}`,
      ),
      countOf(found, asked, kind),
    ])
    return { rows, total }
  }

  return {
    partsOf: (resource) =>
      resource === USERS ? OF_USERS : kindOf(resource) === undefined ? [] : ['learners'],

    kindsOf(part) {
      const kind = KIND_OF_PART[part]
      return kind ? [kind] : part === 'timeline' ? SUBJECT_KINDS : []
    },

    async counts(resource, id) {
      const kind = kindOf(resource)
      if (kind) return { learners: await countLearners(id, kind) }
      return resource === USERS ? await countOfUser(id) : {}
    },

    async learnersOf(resource, ids) {
      const kind = kindOf(resource)
      if (!kind) return undefined
      const rows = await rowsOf<{ id: string; total: number }>(
        pool,
        sql`select subject_id as id, sum(n)::bigint as total from assignment_months
          where kind = ${kind} and subject_id = any(${ids.filter(isId)}::uuid[]) group by subject_id`,
      )
      return new Map(rows.map(({ id, total }) => [id, total]))
    },

    async lines(resource, asked) {
      const kind = kindOf(resource)
      const found = kind ? learnersOf(asked.id, kind) : ofUser(asked)
      const { rows, total } = await page(found, asked, kind)
      return { total, lines: rows.map((row) => lineOf(row, kind !== undefined)) }
    },
  }
}

/** What is counted of a user. */
type Counted = SubjectKind | 'session' | 'review'

/** A session that did not end before it began; one may still be running. */
const SHOWN_SESSION = raw('started_at is not null and (ended_at is null or ended_at >= started_at)')
/** A mentor is never completed. */
const STATE = raw(`case when kind = 'mentor' then null when completed_at is null then 'open'
  else 'completed' end as state`)

function isIn(state: LineState | undefined): Sql {
  return state === undefined ? raw('true') : sql`state = ${state}`
}

interface Row {
  what: PeopleLine['what'] | null
  kind: SubjectKind | null
  id: string
  at: string
  state: LineState | null
  progress: number | null
  ended_at: string | null
  rating: number | null
}

function learnersOf(id: string, kind: SubjectKind): Sql {
  return sql`select null as what, kind, a.user_id as id, assigned_at as at, ${STATE},
      case when kind = 'mentor' then null else progress end as progress, completed_at as ended_at, rating
    from assignments a left join reviews r on kind = 'mentor' and r.mentor_id = subject_id and r.user_id = a.user_id
    where subject_id = ${id} and kind = ${kind}`
}

function ofUser({ part, id, kinds }: Asked): Sql {
  if (part === 'sessions')
    return sql`select null as what, null as kind, id, started_at as at,
        case when ended_at is null then 'open' else 'completed' end as state,
        null as progress, ended_at, null as rating
      from app_sessions where user_id = ${id} and ${SHOWN_SESSION}`
  if (part === 'timeline') return timelineOf(id, kinds)
  return sql`select null as what, kind, subject_id as id, assigned_at as at, ${STATE},
      case when kind = 'mentor' then null else progress end as progress, completed_at as ended_at, rating
    from assignments a left join reviews r on kind = 'mentor' and r.mentor_id = subject_id and r.user_id = a.user_id
    where a.user_id = ${id} and kind = ${KIND_OF_PART[part] ?? ''}`
}

/** What was new for a person, off the facts: so it says what the figures count, whatever came late or twice. */
function timelineOf(id: string, kinds: readonly SubjectKind[]): Sql {
  const among = sql`= any(${[...kinds]}::text[])`
  return sql`select what, kind, id, at, null as state, null as progress, null as ended_at, rating from (
      select case kind when 'protocol' then 'protocol_enrolled' else kind || '_assigned' end as what,
        kind, subject_id as id, assigned_at as at, null::smallint as rating
      from assignments where user_id = ${id} and kind ${among}
      union all
      select kind || '_completed', kind, subject_id, completed_at, null
      from assignments where user_id = ${id} and kind ${among} and completed_at is not null
      union all
      select 'mentor_reviewed', 'mentor', mentor_id, at, rating
      from reviews where user_id = ${id} and 'mentor' ${among}
    ) happened`
}

function counted(kind: Counted, total: number, open: number): PeopleCount {
  return kind === 'mentor' || kind === 'review' ? { total } : { total, open }
}

function lineOf(row: Row, isLearner: boolean): Line {
  const { what, kind, id, at, state, progress, ended_at, rating } = row
  const resource = isLearner ? USERS : kind && SUBJECTS[kind]
  return {
    ...(what && { what }),
    ...(resource && { resource, id }),
    at,
    ...(state && { state }),
    ...(progress !== null && { progress }),
    ...(ended_at !== null && { endedAt: ended_at }),
    ...(rating !== null && { rating }),
  }
}

import { SUBJECT_KINDS, SUBJECTS, type SubjectKind } from '#contract/events.ts'
import type { LineState, PeopleCount, PeopleLine, PeoplePart } from '#contract/record-facts.ts'
import { raw, rowsOf, type Sql, sql } from '#server/db/sql.ts'
import { isId } from '#server/records/shape.ts'
import type { Store } from '#server/services.ts'

/* The learners of one record, and the records of one learner, from the same rows that the figures count. */

/** A line whose record has no name yet; the line of a session has no record. */
type Line = Omit<PeopleLine, 'record'> & { resource?: string; id?: string }

interface Asked {
  part: PeoplePart
  id: string
  state: LineState | undefined
  kinds: readonly SubjectKind[]
  offset: number
  limit: number
}

interface Count {
  kind?: SubjectKind | 'session' | 'review'
  total: number
  open: number
}

/** The parts of a user that are subjects of a kind. */
const KIND_OF_PART: Partial<Record<PeoplePart, SubjectKind>> = {
  ...{ missions: 'mission', protocols: 'protocol', mentors: 'mentor' },
}
const OF_USERS: readonly PeoplePart[] = ['timeline', 'missions', 'protocols', 'mentors', 'sessions']

const kindOf = (resource: string) => SUBJECT_KINDS.find((kind) => SUBJECTS[kind] === resource)

export function createPeople({ pool }: Pick<Store, 'pool'>) {
  /** Sums up rollups, because counting the many learners of a subject would be slow. */
  const countLearners = async (id: string, kind: SubjectKind) => {
    const rows = await rowsOf<Count>(
      pool,
      sql`select coalesce(sum(n), 0)::bigint as total,
          coalesce(sum(n) filter (where completed_month = 'infinity'), 0)::bigint as open
        from assignment_months where subject_id = ${id} and kind = ${kind}`,
    )
    return counted(kind, rows[0])
  }

  const countOfUser = async (id: string) => {
    const rows = await rowsOf<Count>(
      pool,
      sql`select kind, count(*) as total, count(*) filter (where completed_at is null) as open
        from assignments where user_id = ${id} group by kind
        union all
        select 'session', count(*), count(*) filter (where ended_at is null)
        from app_sessions where user_id = ${id} and ${SHOWN_SESSION}
        union all
        select 'review', count(*), count(*) from reviews where user_id = ${id}`,
    )
    const of = (kind: SubjectKind | 'session') =>
      counted(
        kind,
        rows.find((row) => row.kind === kind),
      )
    // Each assignment and review, and each completion.
    const happened = rows.map(({ kind, total, open }) =>
      kind === 'session' ? 0 : 2 * total - open,
    )
    return {
      timeline: { total: happened.reduce((sum, n) => sum + n, 0) },
      missions: of('mission'),
      protocols: of('protocol'),
      mentors: of('mentor'),
      sessions: of('session'),
    }
  }

  return {
    /** Returns the parts that the records of a resource have. Most have none. */
    partsOf: (resource: string): readonly PeoplePart[] =>
      resource === 'users' ? OF_USERS : kindOf(resource) ? ['learners'] : [],

    /** Returns the kinds of subjects that a part names. The part of learners names users only. */
    kindsOf(part: PeoplePart): readonly SubjectKind[] {
      return part === 'timeline' ? SUBJECT_KINDS : [KIND_OF_PART[part] ?? []].flat()
    },

    async counts(resource: string, id: string): Promise<Partial<Record<PeoplePart, PeopleCount>>> {
      const kind = kindOf(resource)
      return kind ? { learners: await countLearners(id, kind) } : await countOfUser(id)
    },

    /** Returns how often each record was assigned; undefined if records of the resource are not assigned to users. */
    async learnersOf(resource: string, ids: readonly string[]) {
      const kind = kindOf(resource)
      if (!kind) return undefined
      const rows = await rowsOf<{ id: string; total: number }>(
        pool,
        sql`select subject_id as id, sum(n)::bigint as total from assignment_months
          where kind = ${kind} and subject_id = any(${ids.filter(isId)}::uuid[]) group by subject_id`,
      )
      return new Map(rows.map(({ id, total }) => [id, total]))
    },

    /** Returns a page of a part's lines, latest first, and the total number. */
    async lines(resource: string, asked: Asked): Promise<{ lines: Line[]; total: number }> {
      const { id, state } = asked
      const kind = kindOf(resource)
      const all = kind ? assignedTo(kind, 'subject_id', id) : ofUser(asked)
      const found = state ? sql`select * from (${all}) found where state = ${state}` : all
      const count = async () => {
        if (!kind) {
          const counts = sql`select count(*) as n from (${found}) found`
          return (await rowsOf<{ n: number }>(pool, counts))[0]?.n ?? 0
        }
        const { total, open = 0 } = await countLearners(id, kind)
        return { open, completed: total - open, all: total }[state ?? 'all']
      }
      const [rows, total] = await Promise.all([
        rowsOf<Row>(
          pool,
          sql`${found} order by at desc, id limit ${asked.limit} offset ${asked.offset}`,
        ),
        count(),
      ])
      return { total, lines: rows.map((row) => lineOf(row, kind !== undefined)) }
    },
  }
}

/** A mentor's assignment is never completed, so none counts as open. */
function counted(kind: SubjectKind | 'session', { total, open }: Count = { total: 0, open: 0 }) {
  return kind === 'mentor' ? { total } : { total, open }
}

/** A session that does not end before its start. It may still be running. */
const SHOWN_SESSION = raw('started_at is not null and (ended_at is null or ended_at >= started_at)')

/** A line with null for each missing value. */
type Row = { [K in keyof Omit<Line, 'resource' | 'id'>]-?: Line[K] | null } & {
  kind: SubjectKind | null
  id: string
}

/** Assignments of a kind: the users of a subject, or the subjects of a user. A mentor is never completed. */
function assignedTo(kind: SubjectKind, key: 'subject_id' | 'user_id', id: string): Sql {
  const other = key === 'subject_id' ? 'user_id' : 'subject_id'
  return sql`select null as what, kind, ${raw(`a.${other}`)} as id, assigned_at as at,
      case when kind = 'mentor' then null when completed_at is null then 'open' else 'completed' end as state,
      case when kind = 'mentor' then null else progress end as progress, completed_at as "endedAt", rating
    from assignments a left join reviews r on kind = 'mentor' and r.mentor_id = subject_id and r.user_id = a.user_id
    where ${raw(`a.${key}`)} = ${id} and kind = ${kind}`
}

function ofUser({ part, id, kinds }: Asked): Sql {
  const kind = KIND_OF_PART[part]
  if (kind) return assignedTo(kind, 'user_id', id)
  if (part === 'sessions')
    return sql`select null as what, null as kind, id, started_at as at,
        case when ended_at is null then 'open' else 'completed' end as state,
        null as progress, ended_at as "endedAt", null as rating
      from app_sessions where user_id = ${id} and ${SHOWN_SESSION}`
  const among = sql`= any(${[...kinds]}::text[])`
  return sql`select what, kind, id, at, null as state, null as progress, null as "endedAt", rating from (
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

function lineOf({ kind, id, ...row }: Row, isLearner: boolean): Line {
  const resource = isLearner ? 'users' : kind && SUBJECTS[kind]
  const values = Object.entries(row).filter(([, value]) => value !== null)
  // The columns of a row are the keys of a line.
  return { ...Object.fromEntries(values), ...(resource && { resource, id }) } as Line
}

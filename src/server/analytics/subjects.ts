import { describe } from '#model/describe.ts'
import type { Resource } from '#model/resource.ts'
import { textIn } from '#server/db/json-sql.ts'
import { withErased } from '#server/records/erased-sql.ts'
import type { Kind } from './assignment-figures.ts'
import { type Cut, lateAssignments, type Stretch } from './cut.ts'
import type { Reader } from './figure-reader.ts'
import { wholeMonths } from './whole-months.ts'

export interface Sums {
  assignedCount: number
  completedCount: number
}

/** What was assigned in a range, and of this completed by its end. */
export interface SubjectSums {
  /** By a property with choices: each of these, in their order. */
  byChoice: [choice: string, Sums][]
  /** By a property of free text: those that occur. */
  byText: [text: string, Sums][]
}

/**
 * Makes the reader of assignments by properties that their missions or protocols have now, or had when they were
 * deleted or erased. Of a resource that has left the registry there are none.
 */
export function subjectReader(
  reader: Reader,
  kind: Kind,
  resource: Resource | undefined,
  { choice, text }: { choice: string; text: string | undefined },
) {
  const choices = choicesOf(resource, choice)

  return async (range: Stretch): Promise<SubjectSums> => {
    const months = wholeMonths(range)
    const values = [kind, range.start, range.end, months.from, months.until]
    const rows = resource
      ? await reader.rows<Row>(statement({ kind, resource, choice, text, cut: range.cut }), values)
      : []
    const byChoice = sumsBy(rows, (row) => row.choice)
    const none = { assignedCount: 0, completedCount: 0 }
    return {
      byChoice: choices.map((one) => [one, byChoice.get(one) ?? none]),
      byText: [...sumsBy(rows, (row) => row.text)],
    }
  }
}

interface Row {
  choice: string | null
  text: string | null
  assigned: number
  completed: number
}

/** Whole months are read as months, so that a long range costs little more than two months in days. */
function statement({
  kind,
  resource,
  choice,
  text,
  cut,
}: {
  kind: Kind
  resource: Resource
  choice: string
  text: string | undefined
  cut: Cut | undefined
}): string {
  const late = cut
    ? `union all
    select subject_id, n, case when completed_day <= $3::date then n else 0 end
    from (${lateAssignments(kind, cut)}) as late where assigned_day >= $2::date`
    : ''
  return `
  with parts as (
    -- Assigned in whole months [$4, $5); completed before $5 ...
    select subject_id, n::int as assigned,
      case when completed_month < $5::date then n::int else 0 end as completed
    from assignment_months
    where kind = $1 and assigned_month >= $4::date and assigned_month < $5::date
    union all
    -- ... or from then on until the end of the range.
    select subject_id, 0, n::int from assignment_days
    where kind = $1 and completed_day between $5::date and $3::date
      and assigned_day >= $4::date and assigned_day < $5::date
    union all
    -- Assigned on the days before the whole months, and after them.
    select subject_id, n::int, case when completed_day <= $3::date then n::int else 0 end
    from assignment_days
    where kind = $1 and assigned_day >= $2::date and assigned_day < $4::date
    union all
    select subject_id, n::int, case when completed_day <= $3::date then n::int else 0 end
    from assignment_days
    where kind = $1 and assigned_day between $5::date and $3::date
    ${late}
  ), subjects as (
    select subject_id, sum(assigned) as assigned, sum(completed) as completed
    from parts group by subject_id
  )
  select ${textIn('data', choice)} as choice,
    ${text === undefined ? 'null' : textIn('data', text)} as text,
    sum(assigned)::bigint as assigned, sum(completed)::bigint as completed
  from subjects join (${withErased(resource)}) as s on id = subject_id
  group by 1, 2 having sum(assigned) > 0`
}

/** Records without the property are in no sum. */
function sumsBy(rows: readonly Row[], keyOf: (row: Row) => string | null): Map<string, Sums> {
  const sums = new Map<string, Sums>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key === null) continue
    const { assignedCount, completedCount } = sums.get(key) ?? {
      assignedCount: 0,
      completedCount: 0,
    }
    sums.set(key, {
      assignedCount: assignedCount + row.assigned,
      completedCount: completedCount + row.completed,
    })
  }
  return sums
}

/** The values that a property may have, in their order; none without the resource. */
export function choicesOf(resource: Resource | undefined, path: string): string[] {
  const described = resource && describe(resource.row, path)
  return (described?.choices ?? []).map(({ value }) => value)
}

import type { Undone } from '#contract/changes.ts'
import { inTransaction } from '#server/db/pool.ts'
import type { Runner } from '#server/db/sql.ts'
import type { Store } from '#server/db/store.ts'
import { beginCommit } from './commit.ts'
import type { SubjectOf } from './rehearsal.ts'
import type { Ground } from './standing.ts'
import { lookBack, type Undoing } from './undo.ts'
import type { Author } from './write.ts'

const ITEMS = 2000
/** So many of each kind are named in the answer; all are counted. */
const MOST_NAMED = 1000
const DEADLINE_MS = 15 * 60_000

type Answer = Omit<Undone, 'id'>

/** Says what would become of each of very many records, a piece of them in memory at a time. */
export async function lookBackInPieces(
  store: Store,
  subjectOf: SubjectOf,
  change: string,
  author: Author,
): Promise<Answer> {
  const answer = summed()
  const ground = { store, runner: store.pool }
  for await (const { answer: part } of pieces(ground, subjectOf, change, author)) answer.add(part)
  return answer.all()
}

/** Takes a change of very many records back, in one transaction and as one change. */
export async function undoInPieces(
  store: Store,
  subjectOf: SubjectOf,
  change: string,
  author: Author,
): Promise<Undone> {
  const { id, answer, tell } = await inTransaction(
    store.pool,
    async (tx) => {
      const commit = beginCommit({ store, tx }, author, { undoes: change })
      const done = summed()
      const ground = { store, runner: tx, tx }
      for await (const { planned, answer: part } of pieces(ground, subjectOf, change, author)) {
        if (planned.length > 0) await commit.write(planned)
        done.add(part)
      }
      const all = done.all()
      const isDone = (all.counts?.takenBack ?? 0) > 0
      const end = await commit.end({ isSummed: true, answer: all })
      return { id: isDone ? commit.id : undefined, answer: all, tell: end }
    },
    { deadlineMs: DEADLINE_MS },
  )
  await tell()
  return { ...(id !== undefined && { id }), ...answer }
}

async function* pieces(
  ground: Ground,
  subjectOf: SubjectOf,
  change: string,
  author: Author,
): AsyncGenerator<Undoing> {
  const runner: Runner = ground.runner
  let after: string | undefined
  for (;;) {
    const { items, last } = await ground.store.keptChanges.piece(runner, change, after, ITEMS)
    if (last === undefined) return
    yield await lookBack(ground, subjectOf, items, undefined, author)
    after = last
  }
}

/** The first of each kind, and how many there are. */
function summed() {
  const all: Required<Answer> = {
    ...{ takenBack: [], kept: [], refused: [] },
    counts: { takenBack: 0, kept: 0, refused: 0 },
  }
  const kinds = ['takenBack', 'kept', 'refused'] as const
  return {
    add(part: Answer): void {
      for (const kind of kinds) {
        all[kind].push(...part[kind].slice(0, MOST_NAMED - all[kind].length))
        all.counts[kind] += part[kind].length
      }
    },
    all: (): Answer => all,
  }
}

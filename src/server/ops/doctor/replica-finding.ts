import { heartbeatOf, MOST_BEHIND_MS } from '#server/db/long-reads.ts'
import { type Connection, connectAlone } from '#server/db/pool.ts'
import { type Finding, judged, well, wrong } from './doctor-finding.ts'

const ABOUT = 'replica'

/** The replica of DATABASE_READ_URL, seen beside the primary: whether it is one, how far it is, and what would cut exports. */
export async function judgeReplica(
  url: string | undefined,
  beat: number | undefined,
): Promise<Finding[]> {
  if (url === undefined) return []
  try {
    return await lookAt({ connectionString: url }, beat)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return [
      wrong(
        ABOUT,
        `It does not answer (${why}): everything is read from the primary.`,
        'pg_isready -d "$DATABASE_READ_URL"; then set DATABASE_READ_URL to the replica that runs, or unset it',
      ),
    ]
  }
}

async function lookAt(connection: Connection, beat: number | undefined): Promise<Finding[]> {
  const client = await connectAlone(connection)
  try {
    const { rows } = await client.query<{ isReplica: boolean; isFedBack: boolean }>(
      `select pg_is_in_recovery() as "isReplica",
         current_setting('hot_standby_feedback') = 'on' as "isFedBack"`,
    )
    const [found] = rows
    if (!found?.isReplica)
      return [
        wrong(
          ABOUT,
          'DATABASE_READ_URL takes writes: it is the primary, or another database.',
          'Set DATABASE_READ_URL to a standby of the database of DATABASE_URL, or unset it',
        ),
      ]
    const seen = await heartbeatOf(client)
    return [
      judgeDistance(beat, seen),
      judged(
        'replica, long reads',
        found.isFedBack && 'The primary waits with cleaning for what is read there.',
        'hot_standby_feedback is off: a long export may be cut by what the primary cleans up.',
        'On the replica: alter system set hot_standby_feedback = on; select pg_reload_conf();',
      ),
    ]
  } finally {
    await client.end()
  }
}

function judgeDistance(beat: number | undefined, seen: number | undefined): Finding {
  if (beat === undefined) return well(ABOUT, 'It answers. How far it is a running server will say.')
  const behind = beat - (seen ?? 0)
  return judged(
    ABOUT,
    behind * 1000 <= MOST_BEHIND_MS && 'It answers and has what the primary has.',
    seen === undefined
      ? 'It does not hold the records of this database.'
      : `It is ${Math.round(behind)} s behind: everything is read from the primary.`,
    'On the primary: select application_name, state, replay_lag from pg_stat_replication;',
  )
}

import type { Config } from '#server/config.ts'
import type { KeptFacts } from '#server/db/examine.ts'
import type { Finding as Misfit } from '#server/records/finding.ts'
import { isRefused, whatOf } from '#server/records/finding-words.ts'
import { type Finding, judged, well, wrong } from './doctor-finding.ts'

const LATE_SECONDS = 60
const HOUR_MS = 3_600_000

/** What is stored, judged. */
export function judgeKept(
  { batches, admins, backup }: KeptFacts,
  config: Config,
  now: number,
): Finding[] {
  return [
    ...(batches ? judgeBatches(batches) : []),
    ...(admins === undefined ? [] : [judgeAdmins(admins)]),
    judgeBackup(backup, config, now),
  ]
}

function judgeBatches({ waiting, seconds, aside }: NonNullable<KeptFacts['batches']>): Finding[] {
  return [
    judged(
      'events',
      (waiting === 0 || seconds < LATE_SECONDS) && `${waiting} batches wait to be counted.`,
      `${waiting} batches wait to be counted, the oldest for ${Math.round(seconds)} s.`,
      'npm start: a running server counts them within seconds. If it runs: npm run admin -- rebuild',
    ),
    judged(
      'events set aside',
      aside === 0 && 'None.',
      `${aside} batches could not be counted; the column error of event_batches says why.`,
      'npm run admin -- retry-events',
    ),
  ]
}

function judgeAdmins(count: number): Finding {
  return judged(
    'admins',
    count > 0 && `${count} can sign in.`,
    'No active admin can sign in.',
    'npm run admin -- create --email you@example.org --first-name Ada --last-name Example',
  )
}

function judgeBackup(last: string | undefined, { backup }: Config, now: number): Finding {
  if (backup === undefined)
    return judged(
      'backup',
      last !== undefined && `The last was made at ${last}.`,
      'None was ever made, and the server is not told to make any.',
      'BACKUP_DIR=/a/disk/elsewhere BACKUP_EVERY=24h npm start; or npm run admin -- backup FILE',
    )
  if (last === undefined)
    return wrong('backup', `None was ever made into ${backup.dir}.`, 'npm run admin -- backup')
  const age = now - Date.parse(last)
  const hours = Math.round(age / HOUR_MS)
  return judged(
    'backup',
    age <= 2 * backup.everyMs && `The last was made ${hours} hours ago.`,
    `The last is ${hours} hours old.`,
    'npm run admin -- backup; the log of the server says why it made none',
  )
}

/** Records that their declarations would refuse. */
export function judgeRecords(misfits: readonly Misfit[]): Finding {
  const refused = misfits.filter(isRefused)
  const [first] = refused
  if (!first) return well('records', 'All fit their declarations.')
  const more = refused.length > 1 ? `, and ${refused.length - 1} more such` : ''
  return wrong(
    'records',
    `${first.title}, ${first.field}: ${whatOf(first)}${more}.`,
    'npm run check -- data names each and says what to do',
  )
}

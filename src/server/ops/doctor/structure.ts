import type { Structure } from '#server/db/schema-check.ts'
import { type Finding, judged, well, wrong } from './doctor-finding.ts'

const MOST_NAMED = 5

/** Tables and indexes, judged. */
export function judgeStructure(structure: Structure): Finding[] {
  const { migration, missingTables, missingIndexes, invalidIndexes, closedTables } = structure
  // What the first start, or that of a new version, makes is not missing.
  const isDue = migration.there < migration.known
  return [
    judgeSchema(migration),
    judged(
      'tables',
      (isDue || missingTables.length === 0) && 'All are there.',
      `Missing: ${named(missingTables)}.`,
      'npm start makes those of resources; others come back from a backup',
    ),
    judged(
      'rights on tables',
      closedTables.length === 0 && 'All may be read and written.',
      `Some may not be read and written: ${named(closedTables)}.`,
      `As their owner: grant select, insert, update, delete on ${closedTables.join(', ')} to current_user;`,
    ),
    judged(
      'indexes',
      (isDue || missingIndexes.length === 0) && 'All are there.',
      `Missing: ${named(missingIndexes)}.`,
      'Restart the server: a start makes them',
    ),
    judged(
      'invalid indexes',
      invalidIndexes.length === 0 && 'There are none.',
      `Builds that failed left ${named(invalidIndexes)}.`,
      'Restart the server: a start makes them',
    ),
  ]
}

function judgeSchema({ there, known }: Structure['migration']): Finding {
  if (there === known) return well('schema', `Brought up to ${known}.`)
  return there > known
    ? wrong(
        'schema',
        `The database is of a newer version (${there}; this program knows ${known}).`,
        'Start the newer version again.',
      )
    : wrong(
        'schema',
        `The database is not brought up to this version (${there} of ${known}).`,
        'npm start',
      )
}

function named(names: readonly string[]): string {
  const more = names.length - MOST_NAMED
  return names.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

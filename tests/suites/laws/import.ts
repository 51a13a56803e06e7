import fc from 'fast-check'
import { expect } from 'vitest'
import { EXPORT_FORMATS, RECORDS_EXPORT } from '#contract/analytics.ts'
import type { ImportRowPage } from '#contract/imports.ts'
import { faultOf } from '#server/db/faults.ts'
import { SYSTEM } from '#server/first-admin.ts'
import { Refusal } from '#server/http/refusal.ts'
import { isImportable } from '#server/imports/match-columns.ts'
import { importFile, planned, read as readFrom } from '../../support/imports.ts'
import { bodiesOf, settled } from './bodies.ts'
import { check, shareOf, type Tally } from './law.ts'
import { LAW_REGISTRY, type World } from './world.ts'

/**
 * Import: a file that was exported changes nothing when it is imported as it is, in each format, whatever the records
 * hold: every row finds its record, and says of it what it is.
 */
export async function importLaw(world: World, runs: number, seed: number): Promise<Tally> {
  const tally: Tally = new Map()
  const { server } = world
  const resources = LAW_REGISTRY.filter(isImportable)
  for (const resource of resources) {
    const numRuns = shareOf(runs, resources.length)
    for (const body of fc.sample(bodiesOf(resource, 'create'), { numRuns, seed }))
      await server.changes
        .create(resource.name, settled(body, world.idsOf), SYSTEM)
        // Two of them may want the same unique value, or refer to nobody.
        .catch((error) => {
          if (!(error instanceof Refusal) && faultOf(error)?.kind !== 'taken') throw error
        })
  }
  for (const resource of resources) {
    const path = resource.api.path.slice(1)
    for (const format of EXPORT_FORMATS) {
      const { bytes } = await server.call('GET', `/${path}${RECORDS_EXPORT}?format=${format}`)
      const one = await planned(server, await importFile(server, path, bytes, { format }), path)
      const { rows } = await readFrom<ImportRowPage>(
        server,
        `/${path}/imports/${one.id}/rows?state=${one.counts.refused > 0 ? 'refused' : 'update'}`,
      )
      const told = `${resource.name} as ${format}: ${JSON.stringify({ columns: one.columns, rows })}`
      expect(one.by, told).toBe('_id')
      expect(one.counts, told).toEqual({
        ...{ waiting: 0, create: 0, update: 0, refused: 0 },
        unchanged: one.rows,
      })
      expect(one.rows, told).toBeGreaterThan(2)
      check(tally, resource, one.rows)
    }
  }
  return tally
}

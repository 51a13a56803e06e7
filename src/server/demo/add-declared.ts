import { findAt } from '#model/paths.ts'
import { referencesOf } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import type { Bulk } from './bulk.ts'
import { momentOf } from './catalogue.ts'
import { drawSamples, keyOf, readSamples } from './declared.ts'
import { withoutTakenMarks } from './demo-dashboards.ts'

/** Adds the rows that a declaration has, but for those whose name is taken. Gives how many; throws for wrong ones. */
export async function addDeclared(
  bulk: Bulk,
  resource: Resource,
  registry: readonly Resource[],
  today: Date,
): Promise<number> {
  const links = referencesOf(resource.create)
  const targets = registry.filter(({ name }) => links.some(({ to }) => to === name))
  const names = new Map<string, readonly string[]>()
  for (const one of targets) names.set(one.name, await bulk.textsOf(one, keyOf(one)))
  const rows = drawSamples(resource, today, (of) => names.get(of) ?? [])

  const ids = new Map<string, ReadonlyMap<string, string>>()
  for (const one of targets) {
    const paths = links.filter(({ to }) => to === one.name)
    const wanted = rows.flatMap((row) => paths.flatMap(({ path }) => findAt(row, path)))
    const texts = new Set(wanted.map(({ value }) => String(value)))
    ids.set(one.name, await bulk.idsBy(one, keyOf(one), [...texts]))
  }
  const read = readSamples(resource, rows, (of, name) => ids.get(of)?.get(name))
  const known = read.map(({ name }) => name)
  const taken = await bulk.idsBy(resource, keyOf(resource), known)
  const made = read.map(({ data }, index) => ({
    createdAt: momentOf(index, read.length, today),
    data: { ...data, sample: true },
  }))
  const free = made.filter((_, index) => !taken.has(known[index] ?? ''))
  return bulk.add(resource, await withoutTakenMarks(bulk, resource, free), { history: true })
}

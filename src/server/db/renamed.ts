import type { Resource } from '#model/resource.ts'

type Renaming = Pick<Resource, 'renamedFrom'>

/** A record's data by the names of its declaration: what was stored under an older name is read under the new one. */
export function withNewNames<T extends Record<string, unknown>>(
  { renamedFrom }: Renaming,
  data: T,
): T {
  let done = data
  for (const [key, old] of Object.entries(renamedFrom)) {
    if (Object.hasOwn(data, key) || !Object.hasOwn(data, old)) continue
    done = { ...done, [key]: data[old] }
  }
  return done
}

/** A dotted path by the present name of its key. */
export function pathByNewName({ renamedFrom }: Renaming, path: string): string {
  const [key = '', ...rest] = path.split('.')
  const renamed = Object.keys(renamedFrom).find((name) => renamedFrom[name] === key)
  return [renamed ?? key, ...rest].join('.')
}

/** The keys that hold nothing any more when these do not: a key that is cleared is cleared under its old name, too. */
export function withOldNames({ renamedFrom }: Renaming, keys: readonly string[]): string[] {
  return keys.flatMap((key) => {
    const old = Object.hasOwn(renamedFrom, key) ? renamedFrom[key] : undefined
    return old === undefined ? [key] : [key, old]
  })
}

/** The SQL of a record's JSON in which a path can be looked up by its new name. */
export function jsonByNewName({ renamedFrom }: Renaming, json: string, path: string): string {
  const key = path.split('.')[0] ?? ''
  const old = Object.hasOwn(renamedFrom, key) ? renamedFrom[key] : undefined
  if (old === undefined) return json
  const [is, was] = [literal(key), literal(old)]
  return `(case when ${json} ? ${is} or not ${json} ? ${was} then ${json}
    else ${json} || jsonb_build_object(${is}, ${json} -> ${was}) end)`
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

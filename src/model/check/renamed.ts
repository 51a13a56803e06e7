import type { Resource } from '../resource.ts'
import type { Fault } from './fault.ts'
import { oneOf } from './nearest.ts'
import { RECORD_KEYS } from './taken.ts'

/** Former names that are in use, and names of what no form writes. */
export function renamedFaults({ renamedFrom, create, update, row }: Resource): Fault[] {
  const written = [...new Set([create, update].flatMap(({ shape }) => Object.keys(shape)))]
  const used = [...written, ...Object.keys(row.shape), ...RECORD_KEYS]
  const former = Object.values(renamedFrom)
  return Object.entries(renamedFrom).flatMap(([key, old], index) => {
    const at = `renamedFrom '${key}'`
    if (!written.includes(key))
      return { at, what: 'is no key of the schema', fix: oneOf(key, written) }
    if (typeof old !== 'string' || old.trim() === '' || /[.*]/.test(old))
      return {
        at,
        what: `'${old}' is not what a key was called`,
        fix: `write the former name of the whole key, like { ${key}: 'contactEmail' }`,
      }
    if (used.includes(old))
      return {
        at,
        what: `'${old}' is in use`,
        fix: 'write what the key was called before, which nothing else is called now',
      }
    if (former.indexOf(old) < index)
      return { at, what: `'${old}' stands there twice`, fix: 'keep the one that it became' }
    return []
  })
}

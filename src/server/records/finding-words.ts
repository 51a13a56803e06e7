import { countOf, plural } from '#model/plural.ts'
import type { Finding } from './finding.ts'

/** What is the matter with a field, in a sentence for whoever runs the server. */
export function whatOf({ kind, count, words, value, strays = [] }: Finding): string {
  const records = countOf(count, 'record')
  const does = (one: string, many: string) => `${records} ${plural(count, one, many)}`
  switch (kind) {
    case 'choice':
      return `${does('has', 'have')} '${value}', which is not offered`
    case 'missing':
      return `${does('lacks', 'lack')} it, and it is required`
    case 'reference':
      return `${does('refers', 'refer')} to one of ${value} that does not exist`
    case 'twice':
      return `${records} share a value with another, against the rule '${words}'`
    case 'limit':
    case 'kind':
      return `${records} would be refused: '${words}'`
    case 'unfilled':
      return strays.length > 0
        ? `none of ${records} has it, and nothing reads what they hold as ${strays.join(', ')}`
        : `none of ${records} has it`
  }
}

/** What can be done about it. */
export function cureOf({ kind, field, strays = [] }: Finding): string {
  switch (kind) {
    case 'choice':
      return 'Offer it again, or choose another in each. Until then it stays, is shown, and is found by its filter.'
    case 'missing':
      return 'Give it a default, make it optional, or fill it in. Until then the records can be edited without it.'
    case 'reference':
      return 'Choose another in each.'
    case 'twice':
      return 'Change or delete all but one of each. Until then new ones are refused. The next start builds the index when they are gone.'
    case 'limit':
      return 'Widen the rule, or correct the records. Until then what is stored stays as long as nobody changes it.'
    case 'kind':
      return 'Correct the records. Until then their answers do without it.'
    case 'unfilled':
      return strays.length > 0
        ? `If it was renamed, take its values along: renamedFrom: { ${field}: '${likely(field, strays)}' }.`
        : 'Nothing, if it is new. Leave it out if nobody needs it.'
  }
}

/** Which of some keys a field was most likely called. */
function likely(field: string, keys: readonly string[]): string {
  const has = (one: string, other: string) => one.toLowerCase().includes(other.toLowerCase())
  return keys.find((key) => has(key, field) || has(field, key)) ?? keys[0] ?? ''
}

/** Whether records are the worse for it; what nobody fills is only worth knowing. */
export function isRefused({ kind }: Finding): boolean {
  return kind !== 'unfilled'
}

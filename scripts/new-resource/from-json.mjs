import { camel, leadsTo } from './words.mjs'

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const OWN = new Set(['_id', 'id', 'version', 'createdAt', 'updatedAt', 'deletedAt'])
/** So few different texts, each seen so often, are choices. */
const MOST_CHOICES = 6
const LEAST_SEEN = 3
const LONGEST_LINE = 120

/**
 * The fields of records, from one or from a list of them. A key that every record has is required.
 * Throws where there is none.
 */
export function fieldsOfJson(data, known) {
  const records = [data].flat()
  if (records.length === 0 || records.some((one) => !isObject(one)))
    throw new Error('it holds neither an object nor a list of objects')
  return fieldsOf(records, known)
}

function fieldsOf(records, known) {
  const keys = [...new Set(records.flatMap((record) => Object.keys(record)))]
  return keys
    .filter((key) => !OWN.has(key) && /^[a-z]\w*$/i.test(key))
    .flatMap((key) => {
      const values = records.map((record) => record[key]).filter((value) => !isBlank(value))
      const kind = kindOf(key, values, known)
      const isRequired = values.length === records.length
      return kind ? [{ name: camel(key), isRequired, ...kind }] : []
    })
}

/** Undefined for what has no value to tell it by. */
function kindOf(key, values, known) {
  const are = (test) => values.length > 0 && values.every(test)
  const to = leadsTo(key, known)
  if (are((value) => typeof value === 'boolean')) return { kind: 'switch' }
  if (are((value) => Number.isInteger(value) && value >= 0)) return { kind: 'whole number' }
  if (are((value) => typeof value === 'number')) return { kind: 'number' }
  if (to && are((value) => isReference(value))) return { kind: 'reference', to }
  if (to && are((value) => Array.isArray(value) && value.every(isReference)))
    return { kind: 'references', to }
  if (are(Array.isArray)) return listOf(values.flat(), known)
  if (are((value) => typeof value === 'string')) return textKind(key, values)
  return values.length > 0 ? { kind: 'json' } : undefined
}

function listOf(entries, known) {
  if (entries.length > 0 && entries.every(isObject))
    return {
      kind: 'list',
      of: fieldsOf(entries, known).filter(({ name }) => name !== 'order'),
    }
  return { kind: entries.every((one) => typeof one === 'string') ? 'list of words' : 'json' }
}

function textKind(key, values) {
  const are = (pattern) => values.every((value) => pattern.test(value))
  if (are(/^\d{4}-\d\d-\d\d$/)) return { kind: 'day' }
  if (are(/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/)) return { kind: 'moment' }
  if (are(/^[^\s@]+@[^\s@]+\.[^\s@]+$/)) return { kind: 'email' }
  if (are(/^#[0-9a-f]{6}$/i)) return { kind: 'colour' }
  if (are(/^https?:\/\//))
    return { kind: /image|photo|picture|avatar|logo/i.test(key) ? 'image' : 'link' }
  const choices = [...new Set(values)]
  if (values.length >= choices.length * LEAST_SEEN && choices.length <= MOST_CHOICES)
    return { kind: 'choice', choices }
  const isLong = values.some((value) => value.length > LONGEST_LINE || value.includes('\n'))
  return { kind: isLong || /description|notes|body|bio$/i.test(key) ? 'long text' : 'text' }
}

/** An id, or the record itself as some APIs answer it. */
function isReference(value) {
  const id = isObject(value) ? (value._id ?? value.id) : value
  return typeof id === 'string' && ID.test(id)
}

function isBlank(value) {
  return value === null || value === undefined || value === ''
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

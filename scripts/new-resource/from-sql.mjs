import { camel, leadsTo } from './words.mjs'

const OWN = new Set(['id', 'version', 'created_at', 'updated_at', 'deleted_at'])
/** What gives an entry its place, which an ordered list has by itself. */
const PLACE = new Set(['position', 'place', 'order', 'sort_order'])
const LONGEST_LINE = 300

/**
 * The fields of a table, from `create table` statements: the one of this name, else the first. A further table
 * that refers to it becomes a list: of references when it only joins two tables, else of ordered entries.
 */
export function fieldsOfSql(sql, name, known) {
  const text = sql.replace(/--.*$/gm, '').replace(/\/\*[\s\S]*?\*\//g, '')
  const enums = enumsIn(text)
  const tables = [
    ...text.matchAll(/create\s+table\s+(?:if\s+not\s+exists\s+)?([\w."]+)\s*\(/gi),
  ].map((found) => ({
    name: bare(found[1]),
    columns: columnsIn(inside(text, found.index + found[0].length), enums),
  }))
  const own = tables.find((table) => camel(table.name) === camel(name)) ?? tables[0]
  if (!own) return []
  const others = tables.filter(
    (table) => table !== own && table.columns.some(({ refersTo }) => refersTo === own.name),
  )
  return [
    ...own.columns.flatMap((column) => fieldOf(column, known) ?? []),
    ...others.flatMap((table) => listOf(table, own.name, known) ?? []),
  ]
}

function fieldOf({ name, type, isRequired, refersTo, choices, length, min }, known) {
  if (OWN.has(name)) return undefined
  const field = { name: camel(name), isRequired }
  if (refersTo) {
    const to = leadsTo(refersTo, known)
    return to
      ? { ...field, name: camel(name.replace(/_id$/, '')), kind: 'reference', to }
      : undefined
  }
  if (choices) return { ...field, kind: 'choice', choices }
  if (/\[\]$/.test(type)) return { ...field, kind: 'list of words' }
  if (/^bool/.test(type)) return { ...field, kind: 'switch' }
  if (/^(small|big)?(int|serial)/.test(type)) return { ...field, kind: 'whole number', min }
  if (/^(numeric|decimal|real|double|float|money)/.test(type)) return { ...field, kind: 'number' }
  if (type === 'date') return { ...field, kind: 'day' }
  if (/^(timestamp|datetime)/.test(type)) return { ...field, kind: 'moment' }
  if (/^json/.test(type)) return { ...field, kind: 'json' }
  if (/email/.test(name)) return { ...field, kind: 'email' }
  if (/(^|_)(url|link|website)$/.test(name)) return { ...field, kind: 'link' }
  const isLong = length === undefined ? /descr|notes|body|bio$/.test(name) : length > LONGEST_LINE
  return { ...field, kind: isLong ? 'long text' : 'text', ...(length && { longest: length }) }
}

function listOf({ name, columns }, owner, known) {
  const rest = columns.filter(
    (column) => !(OWN.has(column.name) || PLACE.has(column.name) || column.refersTo === owner),
  )
  const [only] = rest
  const to = rest.length === 1 && only.refersTo ? leadsTo(only.refersTo, known) : undefined
  if (to) return { name: camel(only.refersTo), kind: 'references', to }
  const of = rest.flatMap((column) => fieldOf(column, known) ?? [])
  return of.length > 0 ? { name: camel(name), kind: 'list', of } : undefined
}

function enumsIn(text) {
  const found = text.matchAll(/create\s+type\s+([\w."]+)\s+as\s+enum\s*\(([^)]*)\)/gi)
  return new Map([...found].map(([, name, values]) => [bare(name), textsIn(values)]))
}

/** Each column, with the rules that stand behind it; rules of the table itself say nothing of a field. */
function columnsIn(body, enums) {
  return parts(body)
    .filter((part) => !/^(primary|foreign|unique|check|constraint|exclude|like)\b/i.test(part))
    .flatMap((part) => {
      const [, name, type, length, rest] =
        /^"?(\w+)"?\s+([a-z_]\w*(?:\s+precision|\s+varying)?)\s*(?:\((\d+)[^)]*\))?([\s\S]*)$/i.exec(
          part,
        ) ?? []
      if (!name) return []
      const [, refersTo] = /\breferences\s+([\w."]+)/i.exec(rest) ?? []
      const [, sign, least] = /\bcheck\s*\(\s*\w+\s*(>=?)\s*(\d+)/i.exec(rest) ?? []
      const [, listed] = /\bin\s*\(([^)]*)\)/i.exec(rest) ?? []
      return {
        name: name.toLowerCase(),
        type: (type + (/^\s*\[\]/.test(rest) ? '[]' : '')).toLowerCase(),
        length: length && /char/i.test(type) ? Number(length) : undefined,
        isRequired: /\bnot\s+null\b/i.test(rest) && !/\bdefault\b/i.test(rest),
        min: least === undefined ? undefined : Number(least) + (sign === '>' ? 1 : 0),
        refersTo: refersTo && bare(refersTo),
        choices: enums.get(bare(type)) ?? (listed ? textsIn(listed) : undefined),
      }
    })
}

function textsIn(list) {
  return [...list.matchAll(/'((?:[^']|'')*)'/g)].map(([, text]) => text.replaceAll("''", "'"))
}

/** What stands in a pair of brackets that begins before `at`. */
function inside(text, at) {
  let depth = 1
  let end = at
  for (; end < text.length && depth > 0; end += 1) depth += depthOf(text[end])
  return text.slice(at, end - 1)
}

/** A text split at its commas, but for those in brackets. */
function parts(body) {
  const found = ['']
  let depth = 0
  for (const letter of body) {
    depth += depthOf(letter)
    if (letter === ',' && depth === 0) found.push('')
    else found[found.length - 1] += letter
  }
  return found.map((part) => part.trim()).filter(Boolean)
}

function depthOf(letter) {
  return letter === '(' ? 1 : letter === ')' ? -1 : 0
}

function bare(name) {
  return name.replaceAll('"', '').split('.').at(-1).toLowerCase()
}

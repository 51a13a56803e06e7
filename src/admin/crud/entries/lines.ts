import type { ListField } from '#model/declaration.ts'
import { getAt, isObject, setAt } from '#model/paths.ts'

/** One entry of a list: a step, a phase, a milestone, as the form holds it. Keys nobody knows stay in it. */
export type Entry = Record<string, unknown>

/** An entry with the key it keeps for as long as the form is open, wherever it moves. */
export interface Line {
  readonly key: string
  readonly entry: Entry
  /** Taken away, but shown in its place until it is wanted back. */
  readonly isRemoved: boolean
  /** Added here, and not part of what was loaded. */
  readonly isNew: boolean
}

type Lines = readonly Line[]

let made = 0

function lineOf(entry: Entry, isNew = false): Line {
  made += 1
  return { key: `entry-${made}`, entry, isRemoved: false, isNew }
}

/**
 * The lines of a value that comes from outside. An entry keeps the key it had: the same object first, then the
 * same id; entries of other backends have no ids. What is no list gives none.
 */
export function linesOf(value: unknown, before: Lines): Line[] {
  const free = new Set(before)
  const take = (isIt: (line: Line) => boolean) => {
    const found = [...free].find(isIt)
    if (found) free.delete(found)
    return found
  }
  const entries = (Array.isArray(value) ? value : []).filter(isObject)
  const same = entries.map((entry) => take((line) => line.entry === entry))
  return entries.map((entry, index) => {
    const id = entry._id ?? entry.id
    const known =
      same[index] ??
      (id === undefined ? undefined : take(({ entry: old }) => (old._id ?? old.id) === id))
    return known ? { ...known, entry, isRemoved: false } : lineOf(entry)
  })
}

/** The entries that are not taken away, in their order: the value to save. */
export function entriesOf(lines: Lines): Entry[] {
  return live(lines).map(({ entry }) => entry)
}

/** The lines that are not taken away. */
export function live(lines: Lines): Line[] {
  return lines.filter(({ isRemoved }) => !isRemoved)
}

/** With entries added at the end, or behind the line of a key. */
export function added(lines: Lines, entries: readonly Entry[], behind?: string): Line[] {
  const at = behind === undefined ? -1 : lines.findIndex(({ key }) => key === behind)
  const fresh = entries.map((entry) => lineOf(entry, true))
  return lines.toSpliced(at < 0 ? lines.length : at + 1, 0, ...fresh)
}

/** The same entry once more, as a new one: without what a server knows it and those within it by. */
export function copyOf({ fields }: ListField, { _id, id, order, ...rest }: Entry): Entry {
  return fields.reduce<Entry>((copy, field) => {
    const inner = field.kind === 'list' ? getAt(copy, field.path) : undefined
    if (field.kind !== 'list' || !Array.isArray(inner)) return copy
    return setAt(
      copy,
      field.path,
      inner.map((one) => (isObject(one) ? copyOf(field, one) : one)),
    )
  }, rest)
}

/** With one entry replaced; all other lines are the same objects, so that they need not be drawn again. */
export function changed(lines: Lines, key: string, change: (entry: Entry) => Entry): Line[] {
  return lines.map((line) => (line.key === key ? { ...line, entry: change(line.entry) } : line))
}

/** With one entry taken away. One that says nothing, or no more than a new one, is gone for good. */
export function removed(lines: Lines, key: string, blank: Entry = {}): Line[] {
  return lines.flatMap((line) => {
    if (line.key !== key) return [line]
    return hasContent(line.entry) && JSON.stringify(line.entry) !== JSON.stringify(blank)
      ? [{ ...line, isRemoved: true }]
      : []
  })
}

/** With an entry back in its place. */
export function restored(lines: Lines, key: string): Line[] {
  return lines.map((line) => (line.key === key ? { ...line, isRemoved: false } : line))
}

/** With an entry at another place among those that are not taken away, counted from 0. */
export function moved(lines: Lines, key: string, place: number): Lines {
  const line = lines.find((one) => one.key === key)
  const others = lines.filter((one) => one.key !== key)
  const target = live(others)
  if (!line || place < 0 || place > target.length) return lines
  const next = target[place]
  return others.toSpliced(next ? others.indexOf(next) : others.length, 0, line)
}

function hasContent(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== ''
  if (isObject(value)) return Object.values(value).some(hasContent)
  return typeof value === 'number' || (Array.isArray(value) && value.length > 0)
}

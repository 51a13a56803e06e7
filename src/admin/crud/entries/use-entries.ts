import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { translate, translateWithin } from '#admin/format/translate.ts'
import type { ListField } from '#model/declaration.ts'
import { setAt } from '#model/paths.ts'
import {
  added,
  changed,
  copyOf,
  type Entry,
  entriesOf,
  type Line,
  linesOf,
  live,
  moved,
  removed,
  restored,
} from './lines.ts'
import { entryName, titleField, titleOf } from './names.ts'

/** What can be done with the entries. Always the same object, so that rows are drawn only when they change. */
export interface Entries {
  add(): void
  edit(key: string, path: string, value: unknown): void
  /** How many titles an entry and new ones behind it can take. */
  room(key: string): number
  spread(key: string, titles: readonly string[]): void
  /** The same once more, behind it. */
  duplicate(key: string): void
  remove(key: string): void
  restore(key: string): void
  /** One place up (-1) or down (1); the focus goes along, to the line or to the button of its menu. */
  step(key: string, by: -1 | 1, focused?: 'line' | 'menu'): void
  /** To the place of another entry. */
  drop(key: string, over: string): void
}

interface Props {
  value: unknown
  onChange: (value: unknown) => void
  list: ListField
  /** A new entry. */
  blank: Entry
  /** How many entries there may be. */
  most: number
  /** Around the whole list: the focus is looked for in it. */
  box: RefObject<HTMLElement | null>
  /** An entry is about to get the focus: what is folded opens. */
  open?: (key: string) => void
}

/** The entries of a field's value with keys of their own, what to do with them, and what to announce of it. */
export function useEntries(props: Props) {
  const [held, setHeld] = useState(() => ({
    value: props.value,
    lines: linesOf(props.value, []) as readonly Line[],
  }))
  const [announcement, setAnnouncement] = useState('')
  let current = held
  if (props.value !== held.value) {
    // Not what was handed out last: another version of the record was loaded.
    current = { value: props.value, lines: linesOf(props.value, held.lines) }
    setHeld(current)
  }

  const latest = useRef({ ...props, lines: current.lines })
  const wanted = useRef<string>(undefined)
  useLayoutEffect(() => {
    latest.current = { ...props, lines: current.lines }
    const target = wanted.current && props.box.current?.querySelector<HTMLElement>(wanted.current)
    if (!target) return
    wanted.current = undefined
    target.focus()
  })

  const [entries] = useState<Entries>(() => {
    function apply(lines: readonly Line[]) {
      const value = entriesOf(lines)
      latest.current.lines = lines
      setHeld({ value, lines })
      latest.current.onChange(value)
    }
    const find = (key: string) => latest.current.lines.find((line) => line.key === key)
    const placeOf = (key: string) =>
      live(latest.current.lines).findIndex((line) => line.key === key)
    const focus = (key: string, what: string) => {
      wanted.current = `[data-entry='${key}'] ${what}`
    }
    const begin = (key: string) => {
      latest.current.open?.(key)
      focus(key, FIELD)
    }
    const called = (key: string) => entryName(latest.current.list, find(key)?.entry)
    const isUntitled = (key: string) => titleOf(latest.current.list, find(key)?.entry) === ''
    const left = () => latest.current.most - live(latest.current.lines).length

    function move(key: string, place: number) {
      const lines = moved(latest.current.lines, key, place)
      if (lines === latest.current.lines) return
      apply(lines)
      setAnnouncement(
        translate('{entry} moved to position {position} of {count}', {
          entry: called(key),
          position: place + 1,
          count: live(lines).length,
        }),
      )
    }

    return {
      add() {
        if (left() <= 0) return
        const lines = added(latest.current.lines, [latest.current.blank])
        apply(lines)
        begin(lines.at(-1)?.key ?? '')
      },
      edit: (key, path, value) =>
        apply(changed(latest.current.lines, key, (entry) => setAt(entry, path, value))),
      room: (key) => Math.max(0, left()) + (isUntitled(key) ? 1 : 0),
      spread(key, titles) {
        const { list, blank } = latest.current
        const path = titleField(list)?.path ?? ''
        const isBlank = isUntitled(key)
        const [first, ...rest] = titles
        const filled = changed(latest.current.lines, key, (entry) =>
          isBlank ? setAt(entry, path, first) : entry,
        )
        const more = (isBlank ? rest : titles).map((title) => setAt(blank, path, title))
        const lines = added(filled, more, key)
        apply(lines)
        begin(lines[lines.findIndex((line) => line.key === key) + more.length]?.key ?? '')
        setAnnouncement(
          translate('{count} {entries} added', {
            count: titles.length,
            entries: translateWithin(list.label),
          }),
        )
      },
      duplicate(key) {
        const entry = find(key)?.entry
        if (!entry || left() <= 0) return
        const name = called(key)
        const lines = added(latest.current.lines, [copyOf(latest.current.list, entry)], key)
        apply(lines)
        begin(lines[lines.findIndex((line) => line.key === key) + 1]?.key ?? '')
        setAnnouncement(translate('{entry} duplicated', { entry: name }))
      },
      remove(key) {
        const place = placeOf(key)
        const name = called(key)
        const lines = removed(latest.current.lines, key, latest.current.blank)
        apply(lines)
        const next = live(lines)[place]
        if (next) focus(next.key, CARD)
        else wanted.current = ADD
        const isKept = lines.some((line) => line.key === key)
        const text = isKept ? '{entry} removed. It can be brought back by Undo.' : '{entry} removed'
        setAnnouncement(translate(text, { entry: name }))
      },
      restore(key) {
        apply(restored(latest.current.lines, key))
        focus(key, CARD)
        setAnnouncement(translate('{entry} is back', { entry: called(key) }))
      },
      step(key, by, focused = 'line') {
        move(key, placeOf(key) + by)
        focus(key, focused === 'line' ? LINE : MENU)
      },
      drop: (key, over) => move(key, placeOf(over)),
    }
  })

  return { lines: current.lines, entries, announcement }
}

const CARD = '[data-card]'
/** Where nothing folds, the card itself. */
const LINE = ':is([data-fold], [data-card]:not(:has(> * > [data-fold])))'
const MENU = '[data-more] > button'
const FIELD = ':is(input, textarea, select)'
const ADD = ':scope > [data-add]'

/** The errors below each entry, by its place. */
export function errorsByPlace(
  errors: Readonly<Record<string, string>>,
): Map<number, Record<string, string>> {
  const places = new Map<number, Record<string, string>>()
  for (const [path, text] of Object.entries(errors)) {
    const [place = '', ...rest] = path.split('.')
    if (!/^\d+$/.test(place)) continue
    const known = places.get(Number(place)) ?? {}
    known[rest.join('.')] = text
    places.set(Number(place), known)
  }
  return places
}

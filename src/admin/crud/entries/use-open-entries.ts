import { useState } from 'react'
import { flushSync } from 'react-dom'

/** A list that is longer shows its first entries, and the rest when it is asked to. */
const MOST_SHOWN = 24
const FIRST_SHOWN = 20

interface Held {
  open: ReadonlySet<string>
  /** All were expanded: opening one folds no other. */
  isSeveral: boolean
  isWhole: boolean
  wanted: string
}

/**
 * Which entries of a list are open: one at a time, unless all were expanded; and how many are shown. Takes the keys
 * of those there are, and how many of the first must be shown.
 */
export function useOpenEntries(
  keys: readonly string[],
  least: number,
  /** Those that are to be looked at: they open together when they are others. */
  wanted: readonly string[] = [],
) {
  const [held, setHeld] = useState<Held>(() => ({
    open: new Set(keys.slice(0, 1)),
    isSeveral: false,
    isWhole: false,
    wanted: '',
  }))
  const isWhole = held.isWhole || keys.length <= MOST_SHOWN || least > FIRST_SHOWN
  const wantedText = wanted.join(' ')
  if (wantedText !== held.wanted) {
    const open = wanted.length > 0 ? new Set(wanted) : held.open
    setHeld({ ...held, open, isSeveral: held.isSeveral || wanted.length > 1, wanted: wantedText })
  }
  // What had to be shown once stays.
  if (least > FIRST_SHOWN && !held.isWhole) setHeld({ ...held, isWhole })

  // Always the same functions, so that rows are drawn only when they change.
  const [ways] = useState(() => ({
    /** Opens or folds an entry; its line, which was pressed, stays where it is. */
    toggle(key: string, line: Element) {
      const before = line.getBoundingClientRect().top
      flushSync(() =>
        setHeld((last) => (last.open.has(key) ? without(last, key) : withOpen(last, key))),
      )
      scrollerOf(line)?.scrollBy(0, line.getBoundingClientRect().top - before)
    },
    open: (key: string) => setHeld((last) => ({ ...withOpen(last, key), isWhole: true })),
    showAll: () => setHeld((last) => ({ ...last, isWhole: true })),
  }))
  const areAllOpen = keys.every((key) => held.open.has(key))
  return {
    ...ways,
    has: (key: string) => held.open.has(key),
    areAllOpen,
    turnAll: () =>
      setHeld((last) => ({
        ...last,
        open: new Set(areAllOpen ? [] : keys),
        isSeveral: !areAllOpen,
        isWhole: true,
      })),
    shown: isWhole ? keys.length : FIRST_SHOWN,
  }
}

function withOpen(held: Held, key: string): Held {
  return { ...held, open: new Set(held.isSeveral ? [...held.open, key] : [key]) }
}

function without(held: Held, key: string): Held {
  return { ...held, open: new Set([...held.open].filter((one) => one !== key)) }
}

/** What scrolls around an element. */
function scrollerOf(element: Element): Element | undefined {
  const around = element.parentElement
  if (!around) return undefined
  const isScroller =
    around.scrollHeight > around.clientHeight &&
    /auto|scroll/.test(getComputedStyle(around).overflowY)
  return isScroller ? around : scrollerOf(around)
}

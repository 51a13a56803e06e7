import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { OpenDraft } from './drafts.ts'
import { draftOf, lookForDrafts, offeredDrafts, onOfferedDrafts, openDraft } from './drafts.ts'
import type { KeptDraft } from './storage.ts'

/**
 * Keeps what is typed at a place, into a record ('' of a new one), while it is open. Gives what was found of it when
 * it opened: it is shown, and never sent by itself. `isBegun`: it begins with something else that was typed.
 */
export function useDraft(place: string, record: string, isBegun = false) {
  const [found] = useState(() => (isBegun ? undefined : draftOf(place, record)))
  const opened = useRef<OpenDraft>(undefined)
  useEffect(() => {
    const one = openDraft(place, record, found)
    opened.current = one
    return one.close
  }, [place, record, found])
  const ways = useMemo(
    () => ({
      keep: (name: string, value: unknown) => opened.current?.keep(name, value),
      end: () => opened.current?.end(),
    }),
    [],
  )
  return { found, ...ways }
}

/** The drafts of a place that can be continued, the newest of each record; undefined until that is known. */
export function useOffered(place: string): readonly KeptDraft[] | undefined {
  const offered = useSyncExternalStore(onOfferedDrafts, offeredDrafts)
  useEffect(() => void lookForDrafts(), [])
  return useMemo(() => {
    const here = offered?.filter((one) => one.place === place)
    return here?.filter(({ record }, at) => here.findIndex((one) => one.record === record) === at)
  }, [offered, place])
}

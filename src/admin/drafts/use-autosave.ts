import { useEffect, useState, useSyncExternalStore } from 'react'
import { translate } from '#admin/format/translate.ts'
import { toast } from '#admin/ui/toast/store.ts'
import {
  draftKey,
  draftsAt,
  draftsChanged,
  draftsVersion,
  isSignedOut,
  onDrafts,
  readDraft,
  type StoredDraft,
  writeDraft,
} from './drafts.ts'

const DEBOUNCE = 400
/** The drafts that are being typed in this tab, by their keys, with what discards each. */
const open = new Map<string, () => void>()
let isFailureTold = false

/**
 * Keeps what is typed into a record ('' for a new one) as a draft, and offers the draft that an earlier form left.
 * `isOff` offers none: the form begins with something else.
 */
export function useAutosave(place: string, record: string, isOff = false) {
  const [writer] = useState(() => writerOf(place, record, isOff))
  const [offer, setOffer] = useState(writer.left)
  useEffect(() => writer.start(), [writer])
  return {
    /** What was found when the form opened; undefined once it is restored or discarded. */
    offer,
    /** The offer was taken. */
    accept() {
      writer.accept()
      setOffer(undefined)
    },
    discard() {
      writer.discard()
      setOffer(undefined)
    },
    save: writer.save,
    /** Forgets what was typed here. What an earlier form left stays, as long as it is offered. */
    clear: writer.clear,
  }
}

/** The drafts of a place that no open form is typing, the newest first. */
export function useDrafts(place: string): StoredDraft[] {
  useSyncExternalStore(onDrafts, draftsVersion)
  return draftsAt(place).filter(({ record }) => !open.has(draftKey(place, record) ?? ''))
}

/** Removes the drafts of all open forms: the person agreed to lose them. */
export function discardOpenDrafts(): void {
  for (const discard of open.values()) discard()
}

function writerOf(place: string, record: string, isOff: boolean) {
  const key = draftKey(place, record)
  let left = isOff ? undefined : readDraft(key)
  let next: StoredDraft | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function write() {
    const draft = next
    stop()
    if (!draft || key === undefined || isSignedOut()) return
    if (!writeDraft(key, draft)) tellFailure()
  }

  function stop() {
    clearTimeout(timer)
    timer = undefined
    next = undefined
  }

  function clear() {
    stop()
    if (key !== undefined) writeDraft(key, (!isSignedOut() && left) || null)
  }

  function accept() {
    left = undefined
  }

  function discard() {
    accept()
    clear()
  }

  return {
    left,
    accept,
    discard,
    clear,
    save(name: string, value: object) {
      next = { place, record, name, at: Date.now(), value }
      timer ??= setTimeout(write, DEBOUNCE)
    },
    /** Writes what is left when the page or the form goes. */
    start() {
      if (key !== undefined) open.set(key, discard)
      draftsChanged()
      addEventListener('pagehide', write)
      document.addEventListener('visibilitychange', write)
      return () => {
        write()
        if (key !== undefined) open.delete(key)
        draftsChanged()
        removeEventListener('pagehide', write)
        document.removeEventListener('visibilitychange', write)
      }
    },
  }
}

function tellFailure(): void {
  if (isFailureTold) return
  isFailureTold = true
  toast({
    title: translate('No drafts are kept'),
    description: translate('This browser cannot store what you type: save it before you leave.'),
  })
}

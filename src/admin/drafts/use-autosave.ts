import { useEffect, useState, useSyncExternalStore } from 'react'
import { translate } from '#admin/format/translate.ts'
import { currentSession } from '#admin/http/session.ts'
import { toast } from '#admin/ui/toast/store.ts'
import {
  draftKey,
  draftsAt,
  draftsChanged,
  draftsVersion,
  onDrafts,
  removeDraft,
  type StoredDraft,
  writeDraft,
} from './drafts.ts'

const DEBOUNCE = 400
/** The forms that are open in this tab: the keys of their drafts, with what removes each. */
const open = new Map<string, () => void>()
let isFailureTold = false

/** Keeps what is typed into a record ('' for a new one) as a draft, and offers the newest that an earlier form left. */
export function useAutosave(place: string, record: string) {
  const [writer] = useState(() => writerOf(place, record))
  const [offer, setOffer] = useState(() => draftsAt(place).find((draft) => draft.record === record))
  useEffect(() => writer.start(), [writer])
  return {
    /** The draft found when the form opened; undefined once it is restored or discarded. */
    offer,
    /** Takes over the offered draft as this form's own. */
    accept() {
      writer.own()
      setOffer(undefined)
    },
    /** Forgets the offer and what was typed here. */
    discard() {
      if (offer) removeDraft(offer.key)
      writer.own()
      writer.clear()
      setOffer(undefined)
    },
    save: writer.save,
    /** Forgets what was typed here. What an earlier form left stays where nothing was typed. */
    clear: writer.clear,
  }
}

/** The drafts of a place, but for those that this tab is typing. */
export function useDrafts(place: string): StoredDraft[] {
  useSyncExternalStore(onDrafts, draftsVersion)
  return draftsAt(place).filter(({ key }) => !open.has(key))
}

/** Removes the drafts of all open forms: the person agreed to lose them. */
export function discardOpenDrafts(): void {
  for (const clear of open.values()) clear()
}

function writerOf(place: string, record: string) {
  const key = draftKey(place, record)
  /** True once this form owns the stored draft: its text was typed or restored here. */
  let isOwn = false
  let next: StoredDraft | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function write() {
    const draft = next
    clearTimeout(timer)
    timer = next = undefined
    const session = currentSession()
    // Signing out stores nothing. Sessions that ended otherwise have a message.
    const isSignedOut = session.status === 'out' && session.message === undefined
    if (!draft || isSignedOut) return
    isOwn = true
    if (writeDraft(draft) || isFailureTold) return
    isFailureTold = true
    toast({
      title: translate('No drafts are kept'),
      description: translate('This browser cannot store what you type: save it before you leave.'),
    })
  }

  function clear() {
    clearTimeout(timer)
    timer = next = undefined
    if (isOwn) removeDraft(key)
  }

  return {
    clear,
    own() {
      isOwn = true
    },
    save(name: string, value: object) {
      if (key) next = { key, place, record, name, at: Date.now(), value }
      timer ??= setTimeout(write, DEBOUNCE)
    },
    /** Writes what is left when the page or the form goes. */
    start() {
      open.set(key, clear)
      draftsChanged()
      addEventListener('pagehide', write)
      document.addEventListener('visibilitychange', write)
      return () => {
        write()
        open.delete(key)
        draftsChanged()
        removeEventListener('pagehide', write)
        document.removeEventListener('visibilitychange', write)
      }
    },
  }
}

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
/** The open forms of this tab: draft keys with the functions that remove the drafts. */
const open = new Map<string, () => void>()
let isFailureTold = false

/**
 * Stores the input of a form as a draft (`record` is '' for a new one), and offers the newest draft of an earlier
 * form.
 */
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
    /** Removes the offered draft and this form's own. */
    discard() {
      if (offer) removeDraft(offer.key)
      writer.own()
      writer.clear()
      setOffer(undefined)
    },
    save: writer.save,
    /** Removes this form's own draft. An earlier form's draft remains if this form has none. */
    clear: writer.clear,
  }
}

/** Returns the drafts of a place, except those of this tab's open forms. */
export function useDrafts(place: string): StoredDraft[] {
  useSyncExternalStore(onDrafts, draftsVersion)
  return draftsAt(place).filter(({ key }) => !open.has(key))
}

/** Removes the drafts of all open forms, after the user has agreed to lose them. */
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
      title: translate('Drafts are off'),
      description: translate(
        'This browser cannot store drafts. Save your changes before you leave.',
      ),
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
    /** Writes pending input when the page or the form closes. */
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

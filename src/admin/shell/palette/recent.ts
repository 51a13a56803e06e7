import { useEffect } from 'react'
import { API_URL } from '#admin/http/backend.ts'
import { currentSession, onSession } from '#admin/http/session.ts'
import { useShownPage } from '#admin/ui/arrival.ts'
import { readStored, writeStored } from '#admin/ui/storage.ts'
import { isObject } from '#model/paths.ts'

/** A page or record that was opened: its address and what it is called. */
export interface Recent {
  to: string
  title: string
}

const MOST = 8

let key: string | undefined

/** Kept for each person. Nothing of theirs stays here once they sign out by choice; the end of a session says why. */
function follow(): void {
  const session = currentSession()
  if (session.status === 'in') {
    const { _id, email } = session.user
    key = _id || email ? `waymark_recent ${_id || email} at ${API_URL}` : undefined
  } else if (session.status === 'out' && session.message === undefined && key !== undefined) {
    writeStored(key, null)
    key = undefined
  }
}
follow()
onSession(follow)

/** The latest first. */
export function readRecent(): Recent[] {
  try {
    const kept: unknown = JSON.parse((key && readStored(key)) || '[]')
    const all: unknown[] = Array.isArray(kept) ? kept : []
    return all.filter(
      (one): one is Recent =>
        isObject(one) && typeof one.to === 'string' && typeof one.title === 'string',
    )
  } catch {
    return []
  }
}

/** Notes each page and record that is shown, once it is known what it is called. */
export function useNoteRecent(): void {
  const { to, title, isNamed } = useShownPage()
  useEffect(() => {
    if (!(key && to && isNamed)) return
    const others = readRecent().filter((one) => one.to !== to)
    writeStored(key, JSON.stringify([{ to, title }, ...others].slice(0, MOST)))
  }, [to, title, isNamed])
}

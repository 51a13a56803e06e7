import { useEffect } from 'react'
import { API_URL } from '#admin/http/backend.ts'
import { currentSession, onSession } from '#admin/http/session.ts'
import { useShownPage } from '#admin/ui/arrival.ts'
import { readStored, writeStored } from '#admin/ui/storage.ts'

/** A page or record that was opened: its address and its title. */
export interface Recent {
  to: string
  title: string
}

const MOST = 8
let key: string | undefined

/** They are kept for each user. A sign-out removes them; a session that ends by itself, with a message, does not. */
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

/** The pages and records that were opened, the latest first. */
export function readRecent(): Recent[] {
  try {
    const kept: unknown = JSON.parse((key && readStored(key)) || '[]')
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}

/** Remembers each page and record that is shown, once its name is known. */
export function useNoteRecent(): void {
  const { to, title, isNamed } = useShownPage()
  useEffect(() => {
    if (!(key && to && isNamed)) return
    const others = readRecent().filter((one) => one.to !== to)
    writeStored(key, JSON.stringify([{ to, title }, ...others].slice(0, MOST)))
  }, [to, title, isNamed])
}

import { type HttpError, useNotification } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { applyImport, importKey } from '#admin/providers/imports.ts'
import { outcomeOf } from '#admin/providers/versioned-write.ts'
import type { Import } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { failed } from '../notices.ts'

/** Has a rehearsed import written. Rows with problems are left out only where that was chosen. */
export function useApply(resource: Resource, about: Import) {
  const [isLeft, leave] = useState(false)
  const [isAsked, ask] = useState(false)
  const [isSending, setSending] = useState(false)
  const isSent = useRef(false)
  const { open: notify } = useNotification()
  const client = useQueryClient()
  const hasRefused = about.counts.refused > 0

  const start = async () => {
    // A second press may come before anything is drawn.
    if (isSent.current) return
    if (hasRefused && !isLeft) {
      ask(true)
      return
    }
    isSent.current = true
    setSending(true)
    const queryKey = importKey(resource, about.id)
    try {
      client.setQueryData(queryKey, await applyImport(resource, about.id, isLeft && hasRefused))
    } catch (thrown) {
      const error = thrown as HttpError
      notify?.(failed(error, 'The import could not be begun.'))
      // What became of it the server knows.
      if (outcomeOf(error) === 'unknown' || error.statusCode !== 0)
        await client.invalidateQueries({ queryKey, exact: true })
    } finally {
      isSent.current = false
      setSending(false)
    }
  }
  return {
    isSending,
    /** Rows with problems are to be left out. */
    isLeft: isLeft && hasRefused,
    leave: (next: boolean) => {
      leave(next)
      if (next) ask(false)
    },
    /** It was to begin, and what becomes of the rows with problems was not said. */
    isAsked: isAsked && hasRefused && !isLeft,
    start: () => void start(),
  }
}

export type Apply = ReturnType<typeof useApply>

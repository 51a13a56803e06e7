import { type HttpError, useNotification } from '@refinedev/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { applyImport, importKey } from '#admin/providers/imports.ts'
import { outcomeOf } from '#admin/providers/versioned-write.ts'
import type { Import } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { failed } from '../notices.ts'

/** Has a rehearsed import written. Rows with problems are left out only where that was chosen. */
export function useApply(resource: Resource, about: Import) {
  const [isLeft, leave] = useState(false)
  const [isAsked, ask] = useState(false)
  const { open: notify } = useNotification()
  const client = useQueryClient()
  const hasRefused = about.counts.refused > 0

  const queryKey = importKey(resource, about.id)
  const { mutate, isPending } = useMutation<Import, HttpError>({
    mutationFn: () => applyImport(resource, about.id, isLeft && hasRefused),
    onSuccess: (next) => client.setQueryData(queryKey, next),
    onError: (error) => {
      notify?.(failed(error, 'The import could not be begun.'))
      // The server knows what became of it.
      return outcomeOf(error) === 'unsent'
        ? undefined
        : client.invalidateQueries({ queryKey, exact: true })
    },
  })
  return {
    isSending: isPending,
    /** Rows with problems are to be left out. */
    isLeft: isLeft && hasRefused,
    leave: (next: boolean) => {
      leave(next)
      if (next) ask(false)
    },
    /** It was to begin, and what becomes of the rows with problems was not said. */
    isAsked: isAsked && hasRefused && !isLeft,
    start() {
      if (hasRefused && !isLeft) ask(true)
      // "Try again" above the rows stays a button while it is sent.
      else if (!isPending) mutate()
    },
  }
}

export type Apply = ReturnType<typeof useApply>

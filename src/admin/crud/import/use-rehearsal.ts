import type { HttpError } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { importKey, isGone, planNext } from '#admin/providers/imports.ts'
import type { Import } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'

/**
 * Has an import rehearsed, piece after piece, for as long as this is shown; whoever comes back goes on. Gives why it
 * stands still, and what goes on then.
 */
export function useRehearsal(resource: Resource, { id, state }: Import) {
  const client = useQueryClient()
  const [error, setError] = useState<HttpError>()
  const [attempt, setAttempt] = useState(0)
  const isGoing = state === 'planning'
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks anew
  useEffect(() => {
    if (!isGoing) return
    const stop = new AbortController()
    const { signal } = stop
    const queryKey = importKey(resource, id)
    const run = async () => {
      let isDone = false
      while (!isDone) {
        const next = await planNext(resource, id, signal)
        if (signal.aborted) return
        client.setQueryData(queryKey, next)
        isDone = next.state !== 'planning'
      }
    }
    run().catch((thrown: HttpError) => {
      if (signal.aborted) return
      if (isGone(thrown)) void client.invalidateQueries({ queryKey, exact: true })
      else setError(thrown)
    })
    return () => stop.abort()
  }, [resource, id, isGoing, client, attempt])
  return {
    error,
    goOn: () => {
      setError(undefined)
      setAttempt((before) => before + 1)
    },
  }
}

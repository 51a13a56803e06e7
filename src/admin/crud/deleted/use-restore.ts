import { type HttpError, useNotification } from '@refinedev/core'
import { useMutation } from '@tanstack/react-query'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { useRefresh } from '#admin/providers/changes.ts'
import { restore } from '#admin/providers/deleted.ts'
import type { Resource } from '#model/resource.ts'
import { failed, NO_ANSWER_DONE, succeeded } from '../notices.ts'

/** Restores a deleted record. A toast shows the given text, or why it could not be restored. */
export function useRestore(
  resource: Resource,
  record: { id: string; version?: unknown },
  done: string,
) {
  const refresh = useRefresh()
  const { open: notify } = useNotification()
  const failure = translate('Failed to restore {noun}.', {
    noun: translateWithin(resource.label.one),
  })
  return useMutation<Awaited<ReturnType<typeof restore>>, HttpError>({
    mutationFn: () => restore(resource, record),
    onSuccess: (restored) => {
      if ('changeId' in restored) return notify?.(succeeded(done, restored.changeId))
      const message = [restored.reason, translate('It was not restored.')].filter(Boolean).join(' ')
      notify?.({ type: 'error', description: translate('Error'), message })
    },
    onError: (error) => notify?.(failed(error, failure, undefined, NO_ANSWER_DONE)),
    onSettled: () => refresh([resource.name]),
  })
}

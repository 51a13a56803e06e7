import { type HttpError, useCreate, useUpdate } from '@refinedev/core'
import { translate } from '#admin/format/translate.ts'
import { WriteError } from '#admin/providers/versioned-provider.ts'
import { outcomeOf } from '#admin/providers/versioned-write.ts'
import type { Row } from '#model/declaration.ts'
import { longest, mutationOf, shownTitle } from '../dashboard.ts'
import { bodyOf, readDashboard } from '../read-dashboard.ts'
import type { Editing } from './use-editor.ts'

export type Saving = ReturnType<typeof useSave>

/** Saves a draft (DASH-05). A failure keeps it; a conflict with another admin is shown with both ways on. */
export function useSave(
  { base, draft, take }: Editing,
  reload: () => Promise<unknown>,
  onSaved: (id: string | undefined) => Promise<void>,
) {
  const update = useUpdate<Row, HttpError>()
  const copy = useCreate<Row, HttpError>()
  const { error } = update.mutation
  const conflict = isConflict(error) ? error : undefined
  const shared = mutationOf('Dashboard saved.', 'Failed to save dashboard layout')

  return {
    base,
    isBusy: update.mutation.isPending || copy.mutation.isPending,
    /** Somebody saved another version, or deleted the dashboard. */
    conflict,
    save: () =>
      update
        .mutateAsync({
          ...shared,
          id: base._id,
          values: bodyOf(base, draft),
          meta: { base },
          mutationMode: 'pessimistic',
          errorNotification: (failure) =>
            isConflict(failure) ? false : shared.errorNotification(failure),
        })
        .then(() => onSaved(base._id), ignore),
    saveCopy() {
      const { _id, id, version, updatedAt, createdAt, ...rest } = bodyOf(base, draft)
      const title = translate('{title} (copy)', { title: shownTitle(draft) }).slice(
        -longest('title'),
      )
      const created = mutationOf('Dashboard created successfully.', 'Failed to create dashboard')
      return copy.mutateAsync({ ...created, values: { ...rest, title, isDefault: false } }).then(
        ({ data }) => onSaved(data.id),
        // The tabs tell whether there is a copy all the same.
        (failure) => (outcomeOf(failure) === 'unknown' ? reload() : undefined),
      )
    },
    /** Takes the version of the other admin. */
    reload() {
      if (!conflict?.theirs) return
      take(readDashboard(conflict.theirs))
      update.mutation.reset()
    },
  }
}

function isConflict(error: unknown): error is WriteError {
  return error instanceof WriteError && ['conflict', 'deleted'].includes(error.failure)
}

/** Refine has notified of it. */
const ignore = () => undefined

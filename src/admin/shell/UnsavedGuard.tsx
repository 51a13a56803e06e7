import { useWarnAboutChange } from '@refinedev/core'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Location, useBlocker } from 'react-router-dom'
import { discardOpenDrafts } from '#admin/drafts/use-autosave.ts'
import { readPlace, writePlace } from '#admin/format/form-address.ts'
import { translate } from '#admin/format/translate.ts'
import { QuestionDialog } from '#admin/ui/QuestionDialog.tsx'
import { LeaveContext } from './leave-context.ts'

/**
 * Asks before an unsaved form is left by link, Back, sign-out or closing the window. Refine's own notifier patches
 * the navigator's push and go, so it never sees Back. A change of the query string alone is not leaving, unless it
 * closes the form.
 */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const { warnWhen, setWarnWhen } = useWarnAboutChange()
  const isDirty = Boolean(warnWhen)
  const [asked, setAsked] = useState<{ go: () => void }>()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && placeOf(currentLocation) !== placeOf(nextLocation),
  )

  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty])

  const leave = useCallback((go: () => void) => (isDirty ? setAsked({ go }) : go()), [isDirty])
  const stay = () => {
    setAsked(undefined)
    blocker.reset?.()
  }

  return (
    <LeaveContext value={leave}>
      {children}
      <QuestionDialog
        isOpen={blocker.state === 'blocked' || asked !== undefined}
        title={translate('Leave without saving?')}
        text="Your changes have not been saved and will be lost."
        no="Stay"
        yes="Leave"
        isDangerous
        onNo={stay}
        onYes={() => {
          // Do not ask a second time.
          discardOpenDrafts()
          flushSync(() => {
            setWarnWhen?.(false)
            setAsked(undefined)
          })
          blocker.proceed?.()
          asked?.go()
        }}
      />
    </LeaveContext>
  )
}

function placeOf({ pathname, search }: Location): string {
  const { edited, isAdding } = readPlace(search)
  return `${pathname}${writePlace({ search: '', edited, isAdding })}`
}

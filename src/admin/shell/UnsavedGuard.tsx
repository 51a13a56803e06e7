import { useWarnAboutChange } from '@refinedev/core'
import { Button, Modal } from 'antd'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useBlocker } from 'react-router-dom'
import { translate } from '#admin/format/translate.ts'
import { useReturnedFocus } from '#admin/ui/focus.ts'
import { Leaving } from './leaving.ts'

/**
 * Asks before an unsaved form is left, by link, by Back, by signing out or by closing the window. Refine's own
 * notifier patches the navigator's push and go, and so never sees Back; a change of the query string alone is
 * no leaving.
 */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const { warnWhen, setWarnWhen } = useWarnAboutChange()
  const isDirty = Boolean(warnWhen)
  const [asked, setAsked] = useState<{ go: () => void }>()
  const first = useRef<HTMLButtonElement>(null)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && currentLocation.pathname !== nextLocation.pathname,
  )
  const isOpen = blocker.state === 'blocked' || asked !== undefined
  const giveBack = useReturnedFocus(isOpen)

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
    <Leaving value={leave}>
      {children}
      <Modal
        open={isOpen}
        title={translate('Leave without saving?')}
        zIndex={1500}
        width={440}
        centered
        onCancel={stay}
        afterOpenChange={(opened) => (opened ? first.current?.focus() : giveBack())}
        footer={
          <>
            <Button ref={first} onClick={stay}>
              {translate('Stay')}
            </Button>
            <Button
              danger
              type="primary"
              onClick={() => {
                // No way out may ask once more.
                flushSync(() => {
                  setWarnWhen?.(false)
                  setAsked(undefined)
                })
                blocker.proceed?.()
                asked?.go()
              }}
            >
              {translate('Leave')}
            </Button>
          </>
        }
      >
        <p>{translate('What you entered has not been saved and will be lost.')}</p>
      </Modal>
    </Leaving>
  )
}

import { useWarnAboutChange } from '@refinedev/core'
import { Button, Modal } from 'antd'
import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { translate } from '../translate.ts'

/**
 * Asks before an unsaved form is left, by link, by Back or by closing the window. Refine's own notifier patches
 * the navigator's push and go, and so never sees Back; a change of the query string alone is no leaving.
 */
export function UnsavedGuard() {
  const { warnWhen, setWarnWhen } = useWarnAboutChange()
  const isDirty = Boolean(warnWhen)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty])

  return (
    <Modal
      open={blocker.state === 'blocked'}
      title={translate('Leave without saving?')}
      zIndex={1500}
      width={440}
      centered
      onCancel={() => blocker.reset?.()}
      footer={
        <>
          <Button autoFocus onClick={() => blocker.reset?.()}>
            {translate('Stay')}
          </Button>
          <Button
            danger
            type="primary"
            onClick={() => {
              setWarnWhen?.(false)
              blocker.proceed?.()
            }}
          >
            {translate('Leave')}
          </Button>
        </>
      }
    >
      <p>{translate('What you entered has not been saved and will be lost.')}</p>
    </Modal>
  )
}

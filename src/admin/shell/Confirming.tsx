import { useEffect, useSyncExternalStore } from 'react'
import { translate } from '#admin/format/translate.ts'
import { asking, offerDialog } from '#admin/http/confirm.ts'
import { Part } from '#admin/ui/Boundary.tsx'
import { loadable } from '#admin/ui/loadable.tsx'
import { Overlay } from '#admin/ui/Overlay.tsx'
import { Spinner } from '#admin/ui/Spinner.tsx'

const ConfirmForm = loadable(
  () => import('./ConfirmForm.tsx'),
  (module) => module.ConfirmForm,
)

/**
 * The question whether it still is the person who signed in, above whatever took it (ACC-10). Answered, the call that
 * waits is made again; closed, it is refused and nothing else changes.
 */
export function Confirming() {
  const asked = useSyncExternalStore(asking.watch, asking.now)
  useEffect(offerDialog, [])
  if (!asked) return null
  return (
    <Overlay
      label={translate('Confirm that it is you')}
      width={420}
      onClosed={() => asked.settle(false)}
    >
      <Part waiting={<Spinner />}>
        <ConfirmForm settle={asked.settle} />
      </Part>
    </Overlay>
  )
}

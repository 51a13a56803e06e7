import { Modal } from 'antd'
import { lazy, useEffect, useSyncExternalStore } from 'react'
import { translate } from '#admin/format/translate.ts'
import { asking, offerDialog } from '#admin/http/confirm.ts'
import { Part } from '#admin/ui/Boundary.tsx'
import { Spinner } from '#admin/ui/Spinner.tsx'

const ConfirmForm = lazy(() =>
  import('./ConfirmForm.tsx').then(({ ConfirmForm }) => ({ default: ConfirmForm })),
)

/** Above every other dialog: the palette's actions may need it as well. */
const TOP = 1700

/**
 * Asks the user to confirm their identity, above the dialog whose request needs it. After the answer the request is
 * sent again; if the dialog is closed, the request fails and nothing else changes.
 */
export function Confirming() {
  const asked = useSyncExternalStore(asking.watch, asking.now)
  useEffect(offerDialog, [])
  return (
    <Modal
      open={asked !== undefined}
      title={translate('Confirm that it is you')}
      width={420}
      zIndex={TOP}
      footer={null}
      destroyOnHidden
      onCancel={() => asked?.settle(false)}
    >
      {asked ? (
        <Part waiting={<Spinner />}>
          <ConfirmForm settle={asked.settle} />
        </Part>
      ) : null}
    </Modal>
  )
}

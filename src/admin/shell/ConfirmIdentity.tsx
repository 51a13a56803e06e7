import { useQuery } from '@tanstack/react-query'
import { Modal, Typography } from 'antd'
import { lazy, useEffect, useRef, useSyncExternalStore } from 'react'
import { translate } from '#admin/format/translate.ts'
import { type Asking, asking, offerDialog } from '#admin/http/confirm.ts'
import { currentSession } from '#admin/http/session.ts'
import { hasPasskeys, provePasskey } from '#admin/http/webauthn.ts'
import { ACCOUNT_KEY, askForProof, confirmAccount, readAccount } from '#admin/providers/account.ts'
import { AsyncBoundary } from '#admin/ui/Boundary.tsx'
import { Spinner } from '#admin/ui/Spinner.tsx'
import type { Confirmation } from '#contract/auth.ts'

const Factors = lazy(() =>
  import('#admin/sign-in/Factors.tsx').then(({ Factors }) => ({ default: Factors })),
)

/** Above every other dialog: the palette's actions may need it as well. */
const TOP = 1700

/**
 * Asks the user to confirm their identity, above the dialog whose request needs it. After the answer the request is
 * sent again; if the dialog is closed, the request fails and nothing else changes.
 */
export function ConfirmIdentity() {
  const asked = useSyncExternalStore(asking.watch, asking.now)
  const form = useRef<HTMLDivElement>(null)
  useEffect(offerDialog, [])
  return (
    <Modal
      open={asked !== undefined}
      title={translate('Confirm your identity')}
      width={420}
      zIndex={TOP}
      footer={null}
      destroyOnHidden
      onCancel={() => asked?.settle(false)}
      afterOpenChange={() => form.current?.querySelector<HTMLElement>('[name=proof]')?.focus()}
    >
      <div ref={form}>{asked ? <ConfirmForm settle={asked.settle} /> : null}</div>
    </Modal>
  )
}

function ConfirmForm({ settle }: Asking) {
  const { data: account } = useQuery({
    queryKey: ACCOUNT_KEY,
    queryFn: ({ signal }) => readAccount(signal),
  })
  const { totp = false, passkeys = [] } = account?.factors ?? {}
  const session = currentSession()
  const confirm = async (proof: Confirmation) => {
    await confirmAccount(proof)
    settle(true)
  }
  const byPasskey = async () => {
    const { ticket, options } = await askForProof()
    const passkey = await provePasskey(options)
    if (passkey) await confirm({ ticket, passkey })
  }
  return (
    <>
      <Typography.Paragraph type="secondary">
        {translate('You signed in a while ago. Confirm your identity to continue.')}
      </Typography.Paragraph>
      <input
        type="text"
        autoComplete="username"
        value={session.status === 'in' ? session.user.email : ''}
        readOnly
        hidden
      />
      <AsyncBoundary waiting={<Spinner />}>
        <Factors
          factors={[
            'password',
            ...(totp ? (['totp'] as const) : []),
            ...(passkeys.length > 0 && hasPasskeys() ? (['passkey'] as const) : []),
          ]}
          submit="Confirm"
          prove={(proof) => confirm(proof as Confirmation)}
          byPasskey={byPasskey}
        />
      </AsyncBoundary>
    </>
  )
}

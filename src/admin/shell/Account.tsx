import { LogoutOutlined } from '@ant-design/icons'
import { useLogout } from '@refinedev/core'
import { Button, Tooltip } from 'antd'
import { translate } from '#admin/format/translate.ts'
import type { SessionUser } from '#contract/session.ts'
import css from './Account.module.css'
import { useLeave } from './leaving.ts'

/** Who is signed in, and the way out (SHELL-02), which asks where something is unsaved. */
export function Account({
  user,
  isNarrow = false,
  onLogout,
}: {
  user: SessionUser
  isNarrow?: boolean
  /** Before anything is asked. */
  onLogout?: () => void
}) {
  const { mutate: logout, isPending } = useLogout()
  const leave = useLeave()
  const label = translate('Logout')
  const who = `${translate('Logged in as')} ${user.email}`
  const words = isNarrow ? null : label
  const button = (
    <Button
      block
      type={isNarrow ? 'text' : 'default'}
      icon={<LogoutOutlined />}
      loading={isPending}
      onClick={() => {
        onLogout?.()
        leave(() => logout())
      }}
      aria-label={label}
    >
      {words}
    </Button>
  )
  return (
    <div className={css.account}>
      {isNarrow ? (
        <>
          <p className="sr-only">{who}</p>
          <Tooltip title={`${label} (${user.email})`} placement="right">
            {button}
          </Tooltip>
        </>
      ) : (
        <>
          <p className={css.who}>
            <span>{translate('Logged in as')}</span>
            <strong title={user.email}>{user.email}</strong>
          </p>
          {button}
        </>
      )}
    </div>
  )
}

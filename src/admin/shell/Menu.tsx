import { LogoutOutlined } from '@ant-design/icons'
import { useLogout } from '@refinedev/core'
import { Button, Tooltip } from 'antd'
import { type ReactNode, use } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { ACCOUNT_PAGE, HOME, pageAddress } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import { type MenuGroup, menuPageAt, pageAt } from '#admin/pages/pages.ts'
import { alongReading } from '#admin/ui/direction.ts'
import { MenuIcon } from '#admin/ui/icons.tsx'
import { brand } from '#brand'
import type { SessionUser } from '#contract/session.ts'
import { Badge } from './Badges.tsx'
import { LeaveContext } from './leaving.ts'
import css from './Menu.module.css'

export interface MenuProps {
  groups: MenuGroup[]
  user: SessionUser
}

interface Props extends MenuProps {
  /** Icons alone, whose names stand in tooltips. */
  isNarrow?: boolean
  /** Makes the menu narrow, or closes it. */
  button: ReactNode
  /** Before anything is asked. */
  onLogout?: () => void
}

/** The product's name, the pages (SHELL-01), who is signed in, and the way out (SHELL-02). */
export function Menu({ groups, user, isNarrow = false, button, onLogout }: Props) {
  const { pathname } = useLocation()
  const { mutate: logout, isPending } = useLogout()
  const leave = use(LeaveContext)
  const word = isNarrow ? 'sr-only' : undefined
  const out = translate('Logout')
  const outWord = isNarrow ? null : out
  return (
    <>
      <div className={css.head} data-narrow={isNarrow}>
        <Link to={HOME} className={css.brand}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={brand.mark} />
          </svg>
          <span className={word} translate="no">
            {brand.name}
          </span>
        </Link>
        {button}
      </div>
      <nav aria-label={translate('Main')} className={css.nav}>
        {groups.map(({ label, pages }) => (
          <section key={label}>
            <h2 className={isNarrow ? 'sr-only' : css.title}>{translate(label)}</h2>
            <ul>
              {pages.map(({ to, title, icon }) => (
                <li key={to}>
                  <Tooltip
                    title={isNarrow ? translate(title) : ''}
                    placement={alongReading('right')}
                  >
                    <Link
                      to={to}
                      className={css.link}
                      data-narrow={isNarrow}
                      {...(menuPageAt(pathname) === to && { 'aria-current': 'page' })}
                    >
                      <MenuIcon name={icon} />
                      <span className={word}>{translate(title)}</span>
                      <Badge to={to} isNarrow={isNarrow} />
                    </Link>
                  </Tooltip>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <div className={css.account}>
        <Who user={user} isNarrow={isNarrow} />
        <Tooltip title={isNarrow ? `${out} (${user.email})` : ''} placement={alongReading('right')}>
          <Button
            block
            type={isNarrow ? 'text' : 'default'}
            icon={<LogoutOutlined data-mirrors="" aria-hidden="true" />}
            loading={isPending}
            onClick={() => {
              onLogout?.()
              leave(() => logout())
            }}
            aria-label={out}
          >
            {outWord}
          </Button>
        </Tooltip>
      </div>
    </>
  )
}

/** Who is signed in, which leads to their account where they keep one here. */
function Who({ user: { email, account }, isNarrow }: Required<Pick<Props, 'user' | 'isNarrow'>>) {
  const { pathname } = useLocation()
  const to = pageAddress(ACCOUNT_PAGE)
  const signedIn = translate('Logged in as')
  const current = pageAt(pathname) === to && ({ 'aria-current': 'page' } as const)
  const words = (
    <>
      <span>{signedIn}</span>{' '}
      <strong title={email} translate="no">
        {email}
      </strong>
    </>
  )
  if (!account)
    return isNarrow ? (
      <p className="sr-only">{`${signedIn} ${email}`}</p>
    ) : (
      <p className={css.who}>{words}</p>
    )
  if (!isNarrow)
    return (
      <Link to={to} className={css.who} {...current}>
        {words}
      </Link>
    )
  return (
    <Tooltip title={translate('My account ({email})', { email })} placement={alongReading('right')}>
      <Link to={to} className={css.link} data-narrow {...current}>
        <MenuIcon name="account" />
        <span className="sr-only">{words}</span>
      </Link>
    </Tooltip>
  )
}

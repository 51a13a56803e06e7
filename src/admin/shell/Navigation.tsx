import { LogoutOutlined } from '@ant-design/icons'
import { useLogout, useMenu } from '@refinedev/core'
import { Badge, Button, Flex, Menu, Tooltip, Typography } from 'antd'
import { type ReactNode, use } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { ACCOUNT_PAGE, HOME, pageAddress } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import { GROUPS } from '#admin/pages/page.tsx'
import { pageAt } from '#admin/pages/pages.ts'
import { fewOf, numberOf, useNeeds } from '#admin/providers/needs.ts'
import { MenuIcon } from '#admin/ui/icons.tsx'
import { brand } from '#brand'
import type { SessionUser } from '#contract/auth.ts'
import { registry } from '#resources/index.ts'
import { LeaveContext } from './leave-context.ts'
import css from './Navigation.module.css'

interface Props {
  user: SessionUser
  /** Icons only; tooltips show the names. */
  isNarrow?: boolean
  /** The button that collapses or closes the navigation. */
  button: ReactNode
}

/** The brand, the menu of pages, the signed-in user and the Logout button. */
export function Navigation({ user, isNarrow = false, button }: Props) {
  const { mutate: logout, isPending } = useLogout()
  const leave = use(LeaveContext)
  const out = translate('Logout')
  const outText = isNarrow ? null : out
  return (
    <Flex vertical style={{ height: '100%' }}>
      <Flex
        vertical={isNarrow}
        align="center"
        justify={isNarrow ? 'center' : 'space-between'}
        gap={8}
        style={{ flex: 'none', minHeight: 64, padding: 12 }}
      >
        <Link to={HOME} className={css.brand}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={brand.mark} />
          </svg>
          <span className={isNarrow ? 'sr-only' : undefined} translate="no">
            {brand.name}
          </span>
        </Link>
        {button}
      </Flex>
      <nav aria-label={translate('Main')} className={css.nav} data-narrow={isNarrow}>
        <PageMenu isNarrow={isNarrow} />
      </nav>
      <div style={{ flex: 'none', padding: 12, borderBlockStart: '1px solid var(--edge)' }}>
        <SignedIn user={user} isNarrow={isNarrow} />
        <Tooltip title={isNarrow ? `${out} (${user.email})` : ''} placement="right">
          <Button
            block
            type={isNarrow ? 'text' : 'default'}
            icon={<LogoutOutlined data-mirrors="" aria-hidden="true" />}
            loading={isPending}
            onClick={() => leave(() => logout())}
            aria-label={out}
          >
            {outText}
          </Button>
        </Tooltip>
      </div>
    </Flex>
  )
}

/** The pages as links in antd's Menu, in their groups. Tab moves from link to link. */
function PageMenu({ isNarrow }: { isNarrow: boolean }) {
  const { menuItems } = useMenu()
  const current = pageAt(useLocation().pathname)
  const itemOf = ({ route = '', label = '', meta }: (typeof menuItems)[number]) => ({
    key: route,
    title: isNarrow ? translate(label) : '',
    icon: meta?.icon,
    label: (
      <Link
        to={route}
        // The keys of antd's menu are not for links.
        onKeyDown={(event) => event.stopPropagation()}
        {...(current === route && { 'aria-current': 'page' })}
      >
        {translate(label)}
        <PendingBadge to={route} isNarrow={isNarrow} />
      </Link>
    ),
  })
  return (
    <Menu
      tabIndex={-1}
      mode="inline"
      inlineCollapsed={isNarrow}
      inlineIndent={12}
      selectedKeys={[current]}
      items={
        isNarrow
          ? menuItems.map(itemOf)
          : GROUPS.map((group) => ({
              type: 'group',
              key: group,
              label: translate(group),
              children: menuItems.filter(({ meta }) => meta?.group === group).map(itemOf),
            }))
      }
    />
  )
}

/** The number of pending records of a page; on an icon only a dot. Nothing at zero. */
function PendingBadge({ to, isNarrow }: { to: string; isNarrow: boolean }) {
  const { data = [] } = useNeeds()
  const resource = registry.find(({ page }) => pageAddress(page) === to)
  const needs = Object.entries(resource?.needs ?? {})
  const [name, need] = needs.find(([, { badge }]) => badge !== undefined) ?? []
  const found = data.find((one) => one.resource === resource?.name && one.need === name)
  if (!(found && need?.badge)) return null
  return (
    <>
      <span className={css.badge} data-narrow={isNarrow} aria-hidden="true">
        <Badge count={fewOf(found)} dot={isNarrow} />
      </span>
      <span className="sr-only">{` ${translate(need.badge, { count: numberOf(found) })}`}</span>
    </>
  )
}

/** The signed-in user, with a link to the account page where the server keeps accounts. */
function SignedIn({ user, isNarrow }: { user: SessionUser; isNarrow: boolean }) {
  const { email, account } = user
  const { pathname } = useLocation()
  const to = pageAddress(ACCOUNT_PAGE)
  const words = (
    <div className={isNarrow ? 'sr-only' : undefined}>
      <Typography.Text type="secondary" style={{ display: 'block', fontSize: 12 }}>
        {translate('Logged in as')}
      </Typography.Text>{' '}
      <Typography.Text strong ellipsis title={email} translate="no">
        {email}
      </Typography.Text>
    </div>
  )
  if (!account) return words
  const hint = isNarrow ? translate('My account ({email})', { email }) : ''
  return (
    <Tooltip title={hint} placement="right">
      <Link
        to={to}
        className={css.user}
        data-narrow={isNarrow}
        {...(pageAt(pathname) === to && { 'aria-current': 'page' })}
      >
        {isNarrow ? <MenuIcon name="account" /> : null}
        {words}
      </Link>
    </Tooltip>
  )
}

import {
  CloseOutlined,
  MenuFoldOutlined,
  MenuOutlined,
  MenuUnfoldOutlined,
  SearchOutlined,
} from '@ant-design/icons'
import { Breadcrumb, Button, Drawer, Layout, Typography } from 'antd'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { readCameFrom } from '#admin/crud/came-from.ts'
import { FORM_STEP } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import type { Page } from '#admin/pages/page.tsx'
import { pageAt, pageTitleAt } from '#admin/pages/pages.ts'
import { PageContext, useShownPage } from '#admin/ui/arrival.ts'
import { Boundary } from '#admin/ui/Boundary.tsx'
import { PageHead } from '#admin/ui/PageHead.tsx'
import { Spinner } from '#admin/ui/Spinner.tsx'
import { ariaChord, MOD } from '#admin/ui/shortcuts.ts'
import { readStored, writeStored } from '#admin/ui/storage.ts'
import { remove } from '#admin/ui/toast/store.ts'
import { Toaster } from '#admin/ui/toast/Toaster.tsx'
import { useIsPhone, watchMedia } from '#admin/ui/use-is-phone.ts'
import { brand } from '#brand'
import type { SessionUser } from '#contract/session.ts'
import type { Resource } from '#model/resource.ts'
import { Confirming } from './Confirming.tsx'
import { Connection } from './Connection.tsx'
import { Navigation } from './Navigation.tsx'
import css from './Shell.module.css'
import { type Overlay, ShellOverlays } from './ShellOverlays.tsx'
import { UnsavedGuard } from './UnsavedGuard.tsx'

/** The frame around every page of the console. */
export function Shell({
  children,
  resources,
  user,
}: {
  user: SessionUser
  resources: readonly Resource[]
  children: ReactNode
}) {
  const isPhone = useIsPhone()
  const [overlay, setOverlay] = useState<Overlay>()
  // Toasts of one session are not shown in the next.
  useEffect(() => () => remove(), [])
  return (
    <UnsavedGuard>
      <Layout hasSider={!isPhone} className={css.shell}>
        {/* biome-ignore lint/a11y/useValidAnchor: it leads within the page, as its role says */}
        <a
          className={css.skip}
          href="#main"
          onClick={(event) => {
            // No history entry: Back to an address with a fragment would move the focus again.
            event.preventDefault()
            document.getElementById('main')?.focus()
          }}
        >
          {translate('Skip to content')}
        </a>
        {isPhone ? null : <Sidebar user={user} />}
        <Layout className={css.body}>
          <Layout.Header className={css.header}>
            {isPhone ? <NavigationDrawer user={user} /> : null}
            <Typography.Text type="secondary" style={{ flex: 'none' }}>
              {translate('Admin Dashboard')}
            </Typography.Text>
            <div className={css.crumbs}>{isPhone ? null : <Crumbs />}</div>
            <Button
              type={isPhone ? 'text' : 'default'}
              className={css.search ?? ''}
              icon={<SearchOutlined aria-hidden="true" />}
              aria-label={translate('Search or jump to')}
              aria-haspopup="dialog"
              aria-keyshortcuts={ariaChord('K')}
              onClick={() => setOverlay('palette')}
            >
              {isPhone ? null : (
                <span className={css.words}>
                  {translate('Search or jump to…')}
                  <kbd translate="no">{MOD} K</kbd>
                </span>
              )}
            </Button>
          </Layout.Header>
          <Layout.Content id="main" className={css.page} tabIndex={-1}>
            {children}
          </Layout.Content>
          <Layout.Footer className={css.footer}>
            <bdi>
              © {new Date().getFullYear()} {brand.panel}
            </bdi>
          </Layout.Footer>
        </Layout>
        <ShellOverlays overlay={overlay} setOverlay={setOverlay} resources={resources} />
        <Toaster />
        <Connection />
        <Confirming />
      </Layout>
    </UnsavedGuard>
  )
}

/** A page at its route: its code loads lazily, and a failure of it leaves the frame as it is. */
export function PageFrame({ page }: { page: Page }) {
  const waiting = (
    // The footer of a long page starts below the window, so that it does not move.
    <div style={page.isTall ? { minHeight: '120vh' } : {}}>
      <PageHead />
      <Spinner />
    </div>
  )
  return (
    <PageContext value={page}>
      <Boundary>
        <Suspense fallback={waiting}>{page.draw()}</Suspense>
      </Boundary>
    </PageContext>
  )
}

const NARROW_KEY = 'waymark_nav'

/** Windows in which a wide navigation would leave too little room for a table. */
const useIsTight = watchMedia('(max-width: 1199.98px)')

/** The navigation of tablets and desktops. Its state is remembered; by default it is narrow in small windows. */
function Sidebar({ user }: { user: SessionUser }) {
  const isTight = useIsTight()
  const [chosen, setChosen] = useState(() => readStored(NARROW_KEY))
  const isNarrow = chosen ? chosen === 'narrow' : isTight
  const toggle = () => {
    const next = isNarrow ? 'wide' : 'narrow'
    writeStored(NARROW_KEY, next)
    setChosen(next)
  }
  const Icon = isNarrow ? MenuUnfoldOutlined : MenuFoldOutlined
  return (
    <Layout.Sider
      theme="light"
      width={248}
      collapsedWidth={68}
      collapsed={isNarrow}
      className={css.sidebar}
      data-narrow={isNarrow}
    >
      <Navigation
        user={user}
        isNarrow={isNarrow}
        button={
          <Button
            type="text"
            icon={<Icon data-mirrors="" aria-hidden="true" />}
            aria-label={translate(isNarrow ? 'Expand navigation' : 'Collapse navigation')}
            aria-expanded={!isNarrow}
            onClick={toggle}
          />
        }
      />
    </Layout.Sider>
  )
}

/** The navigation of phones. A link in it closes it. */
function NavigationDrawer({ user }: { user: SessionUser }) {
  const { key } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever a link is followed, also to the same page
  useEffect(close, [key])
  return (
    <>
      <Button
        type="text"
        icon={<MenuOutlined aria-hidden="true" />}
        aria-label={translate('Open navigation')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      <Drawer
        open={isOpen}
        placement="left"
        width="min(300px, calc(100vw - 48px))"
        aria-label={translate('Navigation')}
        closable={false}
        destroyOnHidden
        onClose={close}
        styles={{ body: { padding: 0 } }}
      >
        <Navigation
          user={user}
          button={
            <Button
              type="text"
              icon={<CloseOutlined aria-hidden="true" />}
              aria-label={translate('Close navigation')}
              onClick={close}
            />
          }
        />
      </Drawer>
    </>
  )
}

/**
 * The steps below a page of the menu, such as 'Missions / Read a job advert / Edit'. Refine's useBreadcrumb does not
 * know a record's name. The first step links to the list as the user left it.
 */
function Crumbs() {
  const { pathname, state } = useLocation()
  const { to = '', title } = useShownPage() ?? {}
  const at = pageAt(pathname)
  const pageTitle = pageTitleAt(at)
  if (!pageTitle || !to.startsWith(`${at}/`) || !`${pathname}/`.startsWith(`${to}/`)) return null
  const from = readCameFrom(state)?.to ?? at
  const isForm = pathname.endsWith(`/${FORM_STEP}`)
  const list = pageAt(from.split('?', 1)[0] ?? '') === at ? from : at
  const name = (
    <Typography.Text ellipsis style={{ maxWidth: 320 }}>
      <bdi>{title}</bdi>
    </Typography.Text>
  )
  const last = (text: ReactNode) => <span aria-current="page">{text}</span>
  return (
    <Breadcrumb
      aria-label={translate('Breadcrumb')}
      items={[
        { title: <Link to={list}>{translate(pageTitle)}</Link> },
        { title: isForm ? name : last(name) },
        ...(isForm ? [{ title: last(translate('Edit')) }] : []),
      ]}
    />
  )
}

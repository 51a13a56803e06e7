import {
  CloseOutlined,
  MenuFoldOutlined,
  MenuOutlined,
  MenuUnfoldOutlined,
  SearchOutlined,
} from '@ant-design/icons'
import { onlineManager } from '@tanstack/react-query'
import { Alert, Breadcrumb, Button, Checkbox, Drawer, Flex, Layout, Modal, Typography } from 'antd'
import {
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { Link, useLocation } from 'react-router-dom'
import { readCameFrom } from '#admin/crud/came-from.ts'
import { FORM_STEP } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import type { Page } from '#admin/pages/page.tsx'
import { pageAt, pageTitleAt } from '#admin/pages/pages.ts'
import { PageContext, useShownPage } from '#admin/ui/arrival.ts'
import { AsyncBoundary, Boundary } from '#admin/ui/Boundary.tsx'
import { PageHead } from '#admin/ui/PageHead.tsx'
import { Spinner } from '#admin/ui/Spinner.tsx'
import {
  ariaChord,
  hasSingleKeys,
  MOD,
  setSingleKeys,
  useChord,
  useSingleKey,
} from '#admin/ui/shortcuts.ts'
import { readStored, writeStored } from '#admin/ui/storage.ts'
import { remove } from '#admin/ui/toast/store.ts'
import { Toaster } from '#admin/ui/toast/Toaster.tsx'
import { useIsPhone, watchMedia } from '#admin/ui/use-is-phone.ts'
import { brand } from '#brand'
import type { SessionUser } from '#contract/auth.ts'
import type { Resource } from '#model/resource.ts'
import { ConfirmIdentity } from './ConfirmIdentity.tsx'
import { Navigation } from './Navigation.tsx'
import css from './Shell.module.css'
import { UnsavedGuard } from './UnsavedGuard.tsx'

/** The dialog above the page: the palette or the list of shortcuts. */
export type Overlay = 'palette' | 'shortcuts' | undefined

const Palette = lazy(() =>
  import('./palette/Palette.tsx').then(({ Palette }) => ({ default: Palette })),
)

const WHOLE_SCREEN = { top: 0, maxWidth: 'none', margin: 0, padding: 0 }

/** Above forms and their questions. */
const ABOVE_DIALOGS = 1600

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
        {/* biome-ignore lint/a11y/useValidAnchor: a skip link within the page */}
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
        <Overlays overlay={overlay} setOverlay={setOverlay} resources={resources} />
        <Toaster />
        <Connection />
        <ConfirmIdentity />
      </Layout>
    </UnsavedGuard>
  )
}

/** A page at its route. Its code loads lazily, and an error in it leaves the frame intact. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each navigation, also to the same page
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

/** The keys that work on every page, and what they open: the palette and the list of shortcuts. */
function Overlays({
  overlay,
  setOverlay,
  resources,
}: {
  overlay: Overlay
  setOverlay: (next: Overlay) => void
  resources: readonly Resource[]
}) {
  const isPhone = useIsPhone()
  const input = useRef<HTMLInputElement>(null)
  useChord('k', () => setOverlay('palette'))
  useSingleKey('/', () => {
    const search = document.querySelector<HTMLInputElement>('main input[type=search]')
    if (search) search.select()
    else setOverlay('palette')
  })
  useSingleKey('?', () => setOverlay('shortcuts'))
  const close = () => setOverlay(undefined)
  const shared = { footer: null, onCancel: close, destroyOnHidden: true, zIndex: ABOVE_DIALOGS }
  return (
    <>
      <Modal
        {...shared}
        open={overlay === 'palette'}
        afterOpenChange={(isOpen) => isOpen && input.current?.focus()}
        title={translate('Search or jump to')}
        closable={false}
        width={isPhone ? '100%' : 640}
        style={isPhone ? WHOLE_SCREEN : {}}
        styles={{
          header: { display: 'none' },
          body: { padding: 0 },
          content: { padding: 0, ...(isPhone && { height: '100dvh', borderRadius: 0 }) },
        }}
      >
        <AsyncBoundary waiting={<Spinner />}>
          <Palette
            resources={resources}
            input={input}
            close={close}
            showShortcuts={() => setOverlay('shortcuts')}
          />
        </AsyncBoundary>
      </Modal>
      <Modal
        {...shared}
        open={overlay === 'shortcuts'}
        title={translate('Keyboard shortcuts')}
        width={440}
      >
        <ShortcutList />
      </Modal>
    </>
  )
}

const SHORTCUTS = [
  ['/', 'Search this list, or everything'],
  ['N', 'Add a record to this list'],
  [`${MOD} K`, 'Search or jump to'],
  [`${MOD} Enter`, 'Save the form'],
  ['?', 'Show keyboard shortcuts'],
] as const

function ShortcutList() {
  const [isOn, setOn] = useState(hasSingleKeys)
  return (
    <>
      <dl style={{ marginBlockEnd: 16 }}>
        {SHORTCUTS.map(([keys, words]) => (
          <Flex key={keys} justify="space-between" style={{ paddingBlock: 6 }}>
            <dt>{translate(words)}</dt>
            <dd>
              {keys.split(' ').map((key) => (
                <Typography.Text key={key} keyboard translate="no">
                  {key}
                </Typography.Text>
              ))}
            </dd>
          </Flex>
        ))}
      </dl>
      <Checkbox
        checked={isOn}
        onChange={({ target }) => {
          setSingleKeys(target.checked)
          setOn(target.checked)
        }}
      >
        {translate('Single-key shortcuts')}
      </Checkbox>
    </>
  )
}

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)

/** Shows in the header that the browser is offline. TanStack Query reloads stale queries when it is online again. */
function Connection() {
  const isOnline = useSyncExternalStore(subscribe, () => onlineManager.isOnline())
  return (
    <div className={css.connection} role="status">
      {isOnline ? null : (
        <Alert
          type="warning"
          role="none"
          style={{ maxWidth: '100%', paddingBlock: 4, pointerEvents: 'auto' }}
          message={
            <>
              <strong>{translate('You are offline.')}</strong> {translate('Your changes are kept.')}
            </>
          }
        />
      )}
    </div>
  )
}

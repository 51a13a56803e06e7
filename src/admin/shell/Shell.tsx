import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import type { Page } from '#admin/pages/page.tsx'
import { ArrivalContext, PageContext } from '#admin/ui/arrival.ts'
import { Boundary } from '#admin/ui/Boundary.tsx'
import { PageHead } from '#admin/ui/PageHead.tsx'
import { Spinner } from '#admin/ui/Spinner.tsx'
import { readStored, writeStored } from '#admin/ui/storage.ts'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import { watchMedia } from '#admin/ui/watch-media.ts'
import { brand } from '#brand'
import type { Resource } from '#model/resource.ts'
import { AtRest } from './AtRest.tsx'
import { Breadcrumb } from './Breadcrumb.tsx'
import { Confirming } from './Confirming.tsx'
import { Keys } from './Keys.tsx'
import { Menu, type MenuProps } from './Menu.tsx'
import { PhoneMenu } from './PhoneMenu.tsx'
import { SearchOpener } from './SearchOpener.tsx'
import css from './Shell.module.css'
import { ThemeMenu } from './ThemeMenu.tsx'
import { UnsavedGuard } from './UnsavedGuard.tsx'

/** What stands around every page of the console (SHELL-01, SHELL-02). */
export function Shell({
  children,
  resources,
  ...menu
}: MenuProps & { resources: readonly Resource[]; children: ReactNode }) {
  const arrival = useRef(undefined)
  const isPhone = useIsPhone()
  return (
    <UnsavedGuard>
      <div className={css.shell}>
        {/* biome-ignore lint/a11y/useValidAnchor: it leads within the page, as its role says */}
        <a
          className={css.skip}
          href="#main"
          onClick={(event) => {
            // Without a step in the address: Back to one with a fragment would move the focus there again.
            event.preventDefault()
            document.getElementById('main')?.focus()
          }}
        >
          {translate('Skip to content')}
        </a>
        {isPhone ? null : <Sidebar {...menu} />}
        <div className={css.body}>
          <header className={css.topbar}>
            {isPhone ? <PhoneMenu {...menu} /> : null}
            <span className={css.title}>{translate('Admin Dashboard')}</span>
            <div className={css.crumbs}>{isPhone ? null : <Breadcrumb groups={menu.groups} />}</div>
            <SearchOpener />
            <ThemeMenu />
          </header>
          <main id="main" className={css.page} tabIndex={-1}>
            <ArrivalContext value={arrival}>{children}</ArrivalContext>
          </main>
          <footer className={css.footer}>
            <bdi>
              © {new Date().getFullYear()} {brand.panel}
            </bdi>
          </footer>
        </div>
        <Keys groups={menu.groups} resources={resources} />
        <AtRest />
        <Confirming />
      </div>
    </UnsavedGuard>
  )
}

/** A page at its route: its own code may be on the way, and may fail, without the frame around it. */
export function PageFrame({ page }: { page: Page }) {
  // Its title is known already.
  const waiting = (
    <div className={page.isTall ? css.tall : undefined}>
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

/** Where a wide menu would leave a table too little. */
const useIsTight = watchMedia('(max-width: 1199.98px)')

/** The side navigation from tablets up: as it was left, else narrow on a small window and wide on others (SHELL-01). */
function Sidebar(props: MenuProps) {
  const isTight = useIsTight()
  const [chosen, setChosen] = useState(() => readStored(NARROW_KEY))
  const isNarrow = chosen === 'narrow' || (isTight && chosen !== 'wide')
  const toggle = () => {
    // What the window would say by itself is no choice.
    const next = isNarrow === isTight ? (isNarrow ? 'wide' : 'narrow') : null
    writeStored(NARROW_KEY, next)
    setChosen(next)
  }
  return (
    <aside className={css.sidebar} data-narrow={isNarrow}>
      <Menu
        {...props}
        isNarrow={isNarrow}
        button={
          <Button
            type="text"
            icon={
              isNarrow ? (
                <MenuUnfoldOutlined data-mirrors="" aria-hidden="true" />
              ) : (
                <MenuFoldOutlined data-mirrors="" aria-hidden="true" />
              )
            }
            aria-label={translate(isNarrow ? 'Expand navigation' : 'Collapse navigation')}
            aria-expanded={!isNarrow}
            onClick={toggle}
          />
        }
      />
    </aside>
  )
}

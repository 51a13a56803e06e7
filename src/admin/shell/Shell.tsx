import { type ReactNode, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { translate } from '#admin/format/translate.ts'
import { type MenuGroup, pageOf } from '#admin/pages/menu.ts'
import { Boundary } from '#admin/ui/Boundary.tsx'
import { Toaster } from '#admin/ui/toast/Toaster.tsx'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import { brand } from '#brand'
import type { SessionUser } from '#contract/session.ts'
import { PhoneMenu } from './PhoneMenu.tsx'
import { Sidebar } from './Sidebar.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { UnsavedGuard } from './UnsavedGuard.tsx'
import { useArrival } from './use-arrival.ts'
import './shell.css'

interface Props {
  user: SessionUser
  groups: MenuGroup[]
  children: ReactNode
}

/** What stands around every page of the console (SHELL-01, SHELL-02). */
export function Shell({ user, groups, children }: Props) {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // A form that opens or closes changes the address, but not the page.
  const page = pageOf(pathname)
  useArrival(main, page)
  const isPhone = useIsPhone()
  return (
    <UnsavedGuard>
      <div className="shell">
        <a className="skip-link" href="#main">
          {translate('Skip to content')}
        </a>
        {isPhone ? null : <Sidebar groups={groups} user={user} />}
        <div className="shell__body">
          <header className="topbar">
            {isPhone ? <PhoneMenu groups={groups} user={user} /> : null}
            <span className="topbar__title">{translate('Admin Dashboard')}</span>
            <ThemeSwitch />
          </header>
          <main id="main" ref={main} className="page" tabIndex={-1}>
            <Boundary key={page}>{children}</Boundary>
          </main>
          <footer className="footer">
            © {new Date().getFullYear()} {brand.panel}
          </footer>
        </div>
        <Toaster />
      </div>
    </UnsavedGuard>
  )
}

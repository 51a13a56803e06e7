import { type ReactNode, useRef } from 'react'
import { translate } from '#admin/format/translate.ts'
import type { MenuGroup } from '#admin/pages/pages.ts'
import { ArrivalContext } from '#admin/ui/arrival.ts'
import { Toaster } from '#admin/ui/toast/Toaster.tsx'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import { brand } from '#brand'
import type { SessionUser } from '#contract/session.ts'
import { PhoneMenu } from './PhoneMenu.tsx'
import { Sidebar } from './Sidebar.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { UnsavedGuard } from './UnsavedGuard.tsx'
import './shell.css'

interface Props {
  user: SessionUser
  groups: MenuGroup[]
  children: ReactNode
}

/** What stands around every page of the console (SHELL-01, SHELL-02). */
export function Shell({ user, groups, children }: Props) {
  const arrival = useRef(undefined)
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
          <main id="main" className="page" tabIndex={-1}>
            <ArrivalContext value={arrival}>{children}</ArrivalContext>
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

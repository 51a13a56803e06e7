import { type ReactNode, useRef } from 'react'
import { translate } from '#admin/format/translate.ts'
import type { MenuGroup } from '#admin/pages/pages.ts'
import { ArrivalContext } from '#admin/ui/arrival.ts'
import { Toaster } from '#admin/ui/toast/Toaster.tsx'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import { brand } from '#brand'
import type { SessionUser } from '#contract/session.ts'
import { PhoneMenu } from './PhoneMenu.tsx'
import css from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { UnsavedGuard } from './UnsavedGuard.tsx'

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
      <div className={css.shell}>
        <a className={css.skip} href="#main">
          {translate('Skip to content')}
        </a>
        {isPhone ? null : <Sidebar groups={groups} user={user} />}
        <div className={css.body}>
          <header className={css.topbar}>
            {isPhone ? <PhoneMenu groups={groups} user={user} /> : null}
            <span className={css.title}>{translate('Admin Dashboard')}</span>
            <ThemeSwitch />
          </header>
          <main id="main" className={css.page} tabIndex={-1}>
            <ArrivalContext value={arrival}>{children}</ArrivalContext>
          </main>
          <footer className={css.footer}>
            © {new Date().getFullYear()} {brand.panel}
          </footer>
        </div>
        <Toaster />
      </div>
    </UnsavedGuard>
  )
}

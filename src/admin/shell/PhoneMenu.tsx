import { CloseOutlined, MenuOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { translate } from '#admin/format/translate.ts'
import type { MenuGroup } from '#admin/pages/pages.ts'
import type { SessionUser } from '#contract/session.ts'
import { Account } from './Account.tsx'
import { Brand } from './Brand.tsx'
import { Nav } from './Nav.tsx'
import css from './PhoneMenu.module.css'

/** The navigation on a phone: a drawer from the header bar (SHELL-01). The browser keeps the focus in it. */
export function PhoneMenu({ groups, user }: { groups: MenuGroup[]; user: SessionUser }) {
  const drawer = useRef<HTMLDialogElement>(null)
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(false)

  const shownAt = useRef(pathname)
  useEffect(() => {
    if (shownAt.current !== pathname) drawer.current?.close()
    shownAt.current = pathname
  }, [pathname])

  return (
    <>
      <Button
        type="text"
        icon={<MenuOutlined />}
        aria-label={translate('Open navigation')}
        aria-haspopup="dialog"
        onClick={() => {
          setOpen(true)
          drawer.current?.showModal()
        }}
      />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself */}
      <dialog
        ref={drawer}
        className={css.drawer}
        aria-label={translate('Navigation')}
        onClose={() => setOpen(false)}
        onClick={({ target, currentTarget }) => {
          if (target === currentTarget) currentTarget.close()
        }}
      >
        {/* Closed, it is empty: nothing of the navigation stands in the page twice. */}
        {isOpen ? (
          <div className={css.sheet}>
            <div className={css.head}>
              <Brand />
              <Button
                type="text"
                icon={<CloseOutlined />}
                aria-label={translate('Close navigation')}
                onClick={() => drawer.current?.close()}
              />
            </div>
            <Nav groups={groups} />
            {/* A question would stand below the drawer, which is above everything. */}
            <Account user={user} onLogout={() => drawer.current?.close()} />
          </div>
        ) : null}
      </dialog>
    </>
  )
}

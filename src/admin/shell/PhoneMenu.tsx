import { CloseOutlined, MenuOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { translate } from '#admin/format/translate.ts'
import { Menu, type MenuProps } from './Menu.tsx'
import css from './PhoneMenu.module.css'

/** The navigation on a phone: a drawer from the header bar (SHELL-01). The browser keeps the focus in it. */
export function PhoneMenu(props: MenuProps) {
  const drawer = useRef<HTMLDialogElement>(null)
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const close = () => drawer.current?.close()

  const shownAt = useRef(pathname)
  useEffect(() => {
    if (shownAt.current !== pathname) drawer.current?.close()
    shownAt.current = pathname
  }, [pathname])

  return (
    <>
      <Button
        type="text"
        icon={<MenuOutlined aria-hidden="true" />}
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
            <Menu
              {...props}
              button={
                <Button
                  type="text"
                  icon={<CloseOutlined aria-hidden="true" />}
                  aria-label={translate('Close navigation')}
                  onClick={close}
                />
              }
              // A question would stand below the drawer, which is above everything.
              onLogout={close}
            />
          </div>
        ) : null}
      </dialog>
    </>
  )
}

import { type ReactNode, useLayoutEffect, useRef } from 'react'
import css from './Overlay.module.css'

/**
 * A dialog above all others, forms and questions too; a sheet on a phone. The browser itself keeps the focus in it,
 * closes it by Escape and hands the focus back. Mounted while it is open.
 */
export function Overlay({
  label,
  width,
  onClosed,
  children,
}: {
  label: string
  width: number
  onClosed: () => void
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Closed before it leaves the page: only then the browser hands the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself
    <dialog
      ref={dialog}
      className={css.overlay}
      style={{ '--width': `${width}px` }}
      aria-label={label}
      onClose={onClosed}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) currentTarget.close()
      }}
    >
      <div className={css.body}>{children}</div>
    </dialog>
  )
}

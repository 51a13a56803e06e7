import { type ReactNode, useEffect, useId, useRef } from 'react'
import { translate } from '#admin/format/translate.ts'
import css from './BottomSheet.module.css'
import { IconButton } from './IconButton.tsx'

/**
 * What comes up from below on a phone, above all else: the browser's own dialog keeps the focus within and hands it
 * back. It closes by its button, by Escape, and by a tap beside it.
 */
export function BottomSheet({
  title,
  onClosed,
  children,
  foot,
}: {
  title: string
  onClosed: () => void
  children: ReactNode
  /** At the thumb. */
  foot?: (close: () => void) => ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const close = () => dialog.current?.close()
  useEffect(() => {
    const element = dialog.current
    if (element?.open === false) element.showModal()
    return () => element?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it
    <dialog
      ref={dialog}
      className={css.sheet}
      aria-labelledby={heading}
      onClose={onClosed}
      onClick={({ target }) => target === dialog.current && close()}
    >
      <div className={css.inside}>
        <header className={css.head}>
          <h2 id={heading}>{title}</h2>
          <IconButton
            label={translate('Close')}
            icon={
              <svg className={css.cross} viewBox="0 0 16 16" aria-hidden="true">
                <path d="M4 4l8 8M12 4l-8 8" />
              </svg>
            }
            onClick={close}
          />
        </header>
        <div className={css.body}>{children}</div>
        {foot ? <footer className={css.foot}>{foot(close)}</footer> : null}
      </div>
    </dialog>
  )
}

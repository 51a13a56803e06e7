import { type ReactNode, useCallback, useState } from 'react'
import { createPortal } from 'react-dom'
import css from './InDialogHead.module.css'

/** Puts a field of a dialog's form beside the dialog's title, where it is in sight however far one has scrolled. */
export function InDialogHead({ children }: { children: ReactNode }) {
  const [head, setHead] = useState<Element | null>(null)
  const find = useCallback((mark: Element | null) => {
    setHead(mark?.closest('.ant-modal-content')?.querySelector('.ant-modal-header') ?? null)
  }, [])
  return (
    <>
      <span ref={find} hidden />
      {head ? createPortal(<div className={css.beside}>{children}</div>, head) : null}
    </>
  )
}

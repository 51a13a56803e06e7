import type { ComponentProps } from 'react'
import css from './FormDialog.module.css'
import { ModalSheet } from './ModalSheet.tsx'

/** A dialog with a form in it, which scrolls between its title and its buttons. */
export function FormDialog(props: Omit<ComponentProps<typeof ModalSheet>, 'rootClassName'>) {
  return <ModalSheet {...props} rootClassName={css.dialog ?? ''} />
}

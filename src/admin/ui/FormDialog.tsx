import { Modal, type ModalProps } from 'antd'
import css from './FormDialog.module.css'
import { useIsPhone } from './use-is-phone.ts'

/** A dialog with a form in it, which scrolls between its title and its buttons; on a phone it fills the screen. */
export function FormDialog({
  width,
  ...rest
}: Omit<ModalProps, 'className' | 'rootClassName' | 'width'> & { width: number }) {
  return <Modal {...rest} width={useIsPhone() ? '100%' : width} rootClassName={css.dialog ?? ''} />
}

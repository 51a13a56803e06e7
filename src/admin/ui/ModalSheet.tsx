import { CloseOutlined } from '@ant-design/icons'
import { Modal, type ModalProps } from 'antd'
import { translate } from '#admin/format/translate.ts'
import css from './ModalSheet.module.css'
import { useIsPhone } from './use-is-phone.ts'

/** A dialog in the middle of the window; on a phone a sheet from below, as tall as it must be, its buttons at the thumb. */
export function ModalSheet({
  width,
  rootClassName = '',
  closable = true,
  ...rest
}: Omit<ModalProps, 'className' | 'closable' | 'width'> & { width: number; closable?: boolean }) {
  return (
    <Modal
      {...rest}
      width={useIsPhone() ? '100%' : width}
      closable={closable && { 'aria-label': translate('Close') }}
      closeIcon={<CloseOutlined aria-hidden="true" />}
      rootClassName={`${css.sheet} ${rootClassName}`}
    />
  )
}

import { Modal } from 'antd'
import { useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { WIDGET_TYPES, type WidgetType } from '#contract/insight/widgets.ts'
import { TYPES } from '../widget-types.ts'
import css from './AddWidget.module.css'

/** DASH-03: the six types, each with a sentence; choosing one adds it. */
export function AddWidget({
  add,
  onClosed,
}: {
  add: (type: WidgetType) => void
  onClosed: () => void
}) {
  const [isOpen, setOpen] = useState(true)
  return (
    <Modal
      open={isOpen}
      width={560}
      title={translate('Add Widget')}
      footer={null}
      onCancel={() => setOpen(false)}
      afterOpenChange={(opened) => opened || onClosed()}
    >
      <ul className={css.types}>
        {WIDGET_TYPES.map((type) => (
          <li key={type}>
            <button
              type="button"
              className={css.type}
              onClick={() => {
                add(type)
                setOpen(false)
              }}
            >
              <strong>{translate(TYPES[type].name)}</strong>
              <span>{translate(TYPES[type].about)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  )
}

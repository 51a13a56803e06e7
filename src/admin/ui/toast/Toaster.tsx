import { CloseOutlined } from '@ant-design/icons'
import * as Parts from '@radix-ui/react-toast'
import { Button } from 'antd'
import { useSyncExternalStore } from 'react'
import { translate } from '#admin/format/translate.ts'
import { alongReading } from '../direction.ts'
import { currentToasts, dismiss, onToasts, SWIPE_THRESHOLD, TOAST_DURATION } from './store.ts'
import css from './Toaster.module.css'

/** The toast area: shows the newest toast, pauses under pointer and focus, and announces it to screen readers. */
export function Toaster() {
  const visible = useSyncExternalStore(onToasts, currentToasts).find(
    ({ dismissedAt }) => dismissedAt === undefined,
  )
  return (
    <Parts.Provider
      duration={TOAST_DURATION}
      swipeThreshold={SWIPE_THRESHOLD}
      swipeDirection={alongReading('right')}
      label={translate('Notification')}
    >
      {visible && (
        <Parts.Root
          key={visible.id}
          className={css.toast}
          data-variant={visible.variant}
          onOpenChange={(isOpen) => {
            if (!isOpen) dismiss(visible.id)
          }}
        >
          <div className={css.words}>
            <Parts.Title className={css.title}>{visible.title}</Parts.Title>
            {visible.description ? (
              <Parts.Description className={css.text}>{visible.description}</Parts.Description>
            ) : null}
          </div>
          {visible.action ? (
            <Parts.Action asChild altText={visible.action.label} onClick={visible.action.run}>
              <Button type="link">{visible.action.label}</Button>
            </Parts.Action>
          ) : null}
          <Parts.Close asChild aria-label={translate('Close')}>
            <Button type="text" icon={<CloseOutlined aria-hidden="true" />} />
          </Parts.Close>
        </Parts.Root>
      )}
      <Parts.Viewport hotkey={[]} className={css.area} label={translate('Notifications')} />
    </Parts.Provider>
  )
}

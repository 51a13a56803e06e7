import * as Parts from '@radix-ui/react-toast'
import { useSyncExternalStore } from 'react'
import { translate } from '#admin/format/translate.ts'
import { alongReading } from '../direction.ts'
import { useShortcut } from '../shortcuts.ts'
import {
  currentToasts,
  dismiss,
  onToasts,
  SWIPE_THRESHOLD,
  TOAST_DURATION,
  type Toast,
  type ToastAction,
} from './store.ts'
import css from './Toaster.module.css'

/** The toast area (TOAST-01): the newest toast, paused by pointer and focus, announced to screen readers. */
export function Toaster() {
  const visible = useSyncExternalStore(onToasts, currentToasts).find(
    ({ dismissedAt }) => dismissedAt === undefined,
  )

  useActionKeys(visible)

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
          {visible.action ? <ActionButton action={visible.action} /> : null}
          <Parts.Close className={css.close} aria-label={translate('Close')}>
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d="M4 4l8 8M12 4l-8 8" />
            </svg>
          </Parts.Close>
        </Parts.Root>
      )}
      <Parts.Viewport className={css.area} label={translate('Notifications ({hotkey})')} />
    </Parts.Provider>
  )
}

/** Said with the toast: who only hears of it has the keys. */
function ActionButton({ action: { label, keys, run } }: { action: ToastAction }) {
  const words = keys === 'z' ? 'Ctrl+Z' : 'Ctrl+Shift+Z'
  return (
    <Parts.Action
      className={css.action}
      altText={translate('{label}: press {keys}', { label, keys: words })}
      aria-keyshortcuts={words.replace('Ctrl', 'Control')}
      title={`${label} (${words})`}
      onClick={run}
    >
      {label}
    </Parts.Action>
  )
}

/** In a field these keys take back what was typed. */
function useActionKeys(visible: Toast | undefined): void {
  const { id, action } = visible ?? {}
  useShortcut({
    keys: `mod+${action?.keys}`,
    words: action?.label ?? '',
    group: 'Everywhere',
    isOff: !action,
    isAbove: true,
    sparesFields: true,
    run: () => {
      dismiss(id)
      action?.run()
    },
  })
}

import { Button, Popover } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import css from './filters.module.css'

/**
 * A button and the panel that it opens. The panel follows the button in the page, so that Tab leads into it, and
 * Escape closes it and hands the focus back, neither of which antd's Popover does by itself.
 */
export function PopoverButton({
  words,
  icon,
  children,
}: {
  words: string
  icon: ReactNode
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const around = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is heard here for the controls inside
    <span
      ref={around}
      className={css.around}
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !isOpen) return
        setOpen(false)
        button.current?.focus()
      }}
    >
      <Popover
        trigger="click"
        placement="bottomLeft"
        open={isOpen}
        onOpenChange={setOpen}
        destroyOnHidden
        getPopupContainer={() => around.current ?? document.body}
        content={
          <div role="dialog" aria-label={words}>
            {children}
          </div>
        }
      >
        <Button ref={button} icon={icon} aria-haspopup="dialog" aria-expanded={isOpen}>
          {words}
        </Button>
      </Popover>
    </span>
  )
}

import { InfoCircleOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { DEFINITIONS, type Figure } from '#contract/insight/definitions.ts'

interface Props {
  /** The figure it is of, or other words. */
  figure?: Figure
  text?: ReactNode
  /** The name of the figure beside the button, already translated. */
  label: string
}

/** The definition of a figure, behind a button 'What is <label>?': on hover, focus, click and touch. */
export function Definition({ figure, text, label }: Props) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  // antd's Tooltip does not close by Escape (WCAG 1.4.13). Nothing else may take the key: an edit, a full-screen view.
  useEffect(() => {
    if (!isOpen) return
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopImmediatePropagation()
      setOpen(false)
    }
    addEventListener('keydown', close, { capture: true })
    return () => removeEventListener('keydown', close, { capture: true })
  }, [isOpen])

  return (
    <Tooltip
      title={figure ? translate(DEFINITIONS[figure]) : text}
      open={isOpen}
      onOpenChange={(isWanted) => {
        // A finger leaves as soon as it has tapped: while the button has the focus, its text stays.
        if (isWanted || document.activeElement !== button.current) setOpen(isWanted)
      }}
      // Text that is read belongs to a landmark.
      getPopupContainer={(place) => place.closest('main') ?? document.body}
      trigger={['hover', 'focus']}
      styles={{ root: { maxWidth: 'min(320px, calc(100vw - 32px))' } }}
    >
      <Button
        ref={button}
        type="text"
        shape="circle"
        size="small"
        icon={<InfoCircleOutlined aria-hidden="true" />}
        aria-label={translate('What is {label}?', { label })}
        onClick={({ currentTarget }) => {
          // Safari does not focus a pressed button.
          currentTarget.focus()
          setOpen(true)
        }}
        onBlur={() => setOpen(false)}
      />
    </Tooltip>
  )
}

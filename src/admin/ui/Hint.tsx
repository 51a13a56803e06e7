import { InfoCircleOutlined } from '@ant-design/icons'
import { Tooltip } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { DEFINITIONS, type Figure } from '#contract/insight/definitions.ts'
import css from './Hint.module.css'

interface Props {
  figure: Figure
  /** What the figure is called beside the button, already translated. */
  label: string
}

/**
 * What a figure means, behind a button named 'What is <label>?': by hover, focus, click and touch. It stays
 * while it is pointed at, Escape closes it and nothing else, and no card clips it (WCAG 1.4.13).
 */
export function Definition({ figure, label }: Props) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!isOpen) return
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // Before anything else that Escape leaves: an edit, a full-screen view.
      event.stopImmediatePropagation()
      setOpen(false)
    }
    const closeOutside = ({ target }: PointerEvent) => {
      const isInside =
        target instanceof Element &&
        (target.closest('.ant-tooltip') || button.current?.contains(target))
      if (!isInside) setOpen(false)
    }
    // On another width its place is another: it would stand beside the page.
    const width = innerWidth
    const closeElsewhere = () => innerWidth !== width && setOpen(false)
    addEventListener('resize', closeElsewhere)
    addEventListener('keydown', close, { capture: true })
    addEventListener('pointerdown', closeOutside)
    return () => {
      removeEventListener('resize', closeElsewhere)
      removeEventListener('keydown', close, { capture: true })
      removeEventListener('pointerdown', closeOutside)
    }
  }, [isOpen])

  return (
    <Tooltip
      title={translate(DEFINITIONS[figure])}
      open={isOpen}
      onOpenChange={(isWanted) => {
        // A finger leaves as soon as it has tapped: while the button has the focus, its text stays.
        if (isWanted || document.activeElement !== button.current) setOpen(isWanted)
      }}
      // In a landmark, like all that is read.
      getPopupContainer={(place) => place.closest('main') ?? document.body}
      trigger={['hover', 'focus']}
      styles={{ root: { maxWidth: 'min(320px, calc(100vw - 32px))' } }}
    >
      <button
        ref={button}
        type="button"
        className={css.hint}
        aria-label={translate('What is {label}?', { label })}
        onClick={({ currentTarget }) => {
          // Safari does not by itself.
          currentTarget.focus()
          setOpen(true)
        }}
      >
        <InfoCircleOutlined aria-hidden="true" />
      </button>
    </Tooltip>
  )
}

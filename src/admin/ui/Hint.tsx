import { InfoCircleOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { DEFINITIONS, type Figure } from '#contract/charts.ts'

interface Props {
  /** The figure to define, unless another text is given. */
  figure?: Figure
  text?: ReactNode
  /** The name of the figure beside the button, already translated. */
  label: string
}

/** The definition of a figure, behind a button 'What is <label>?'. */
export function Definition({ figure, text, label }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Tooltip
      title={figure ? translate(DEFINITIONS[figure]) : text}
      trigger="focus"
      open={isOpen}
      onOpenChange={setOpen}
      // Text for screen readers must be in a landmark.
      getPopupContainer={(place) => place.closest('main') ?? document.body}
      styles={{ root: { maxWidth: 'min(320px, calc(100vw - 32px))' } }}
    >
      <Button
        type="text"
        shape="circle"
        size="small"
        icon={<InfoCircleOutlined aria-hidden="true" />}
        aria-label={translate('What is {label}?', { label })}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !isOpen) return
          // Keeps Escape from an edit mode or a full-screen view around it.
          event.stopPropagation()
          setOpen(false)
        }}
        onClick={({ currentTarget }) => {
          // Safari does not focus a pressed button.
          currentTarget.focus()
          setOpen(true)
        }}
      />
    </Tooltip>
  )
}

import { CloseOutlined, PlusCircleOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { translate } from '#admin/format/translate.ts'
import { Pill } from './Pill.tsx'

interface Props {
  label: string
  /** What is chosen, in words; undefined while the filter is not set. */
  chosen: string | undefined
  onRemove: (button: HTMLElement) => void
  /** The control that lies over the words and is what one clicks; none when it can only be removed. */
  children?: ReactNode
}

/** One filter of the bar: a dashed '⊕ Status', which becomes a tinted 'Status: Active' with a button to take it away. */
export function FilterPill({ label, chosen, onRemove, children }: Props) {
  const isSet = chosen !== undefined
  return (
    <Pill
      name={label}
      isSet={isSet}
      sign={isSet ? null : <PlusCircleOutlined aria-hidden="true" />}
      words={isSet ? translate('{label}: {value}', { label, value: chosen }) : label}
      end={{
        label: translate('Remove filter {label}', { label }),
        icon: <CloseOutlined aria-hidden="true" />,
        onClick: onRemove,
      }}
    >
      {children}
    </Pill>
  )
}

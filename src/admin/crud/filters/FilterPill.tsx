import { CloseOutlined, PlusCircleOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { translate } from '#admin/format/translate.ts'

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
  const words = isSet ? translate('{label}: {value}', { label, value: chosen }) : label
  return (
    <span className={isSet ? 'crud-filter crud-filter-set' : 'crud-filter'} data-filter={label}>
      <span className="crud-filter-face">
        {isSet ? null : <PlusCircleOutlined aria-hidden="true" />}
        <span
          className="crud-filter-words"
          dir="auto"
          title={words}
          aria-hidden={Boolean(children)}
        >
          {words}
        </span>
        {children}
      </span>
      {isSet ? (
        <button
          type="button"
          className="crud-filter-remove"
          aria-label={translate('Remove filter {label}', { label })}
          onClick={({ currentTarget }) => onRemove(currentTarget)}
        >
          <CloseOutlined aria-hidden="true" />
        </button>
      ) : null}
    </span>
  )
}

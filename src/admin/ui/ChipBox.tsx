import { CloseOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { translate } from '#admin/format/translate.ts'
import { Chevron } from './Chevron.tsx'
import css from './ChipBox.module.css'

/** Chips with buttons that take them away; what exists no more says so and stays until then. */
export interface Chosen {
  key: string
  name: string
  isGone?: boolean
}

/** The frame of a field whose values stand in it as chips before its input. With a menu it shows the chevron. */
export function ChipBox({
  chips,
  remove,
  hasMenu = false,
  children,
}: {
  chips: readonly Chosen[]
  remove: (key: string) => void
  hasMenu?: boolean
  /** The input, and what stands behind it. */
  children: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press beside the input is one into it, as in every field
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard reaches the input itself
    <div
      className={css.box}
      data-menu={hasMenu}
      onClick={({ target, currentTarget }) =>
        target === currentTarget && currentTarget.querySelector('input')?.focus()
      }
    >
      {chips.length > 0 ? (
        <ul className={css.chips}>
          {chips.map(({ key, name, isGone = false }) => (
            <li key={key} className={css.chip} data-gone={isGone}>
              <bdi>{name}</bdi>
              <Cross name={name} onClick={() => remove(key)} />
            </li>
          ))}
        </ul>
      ) : null}
      {children}
      {hasMenu ? <Chevron /> : null}
    </div>
  )
}

/** The button that takes a named thing away. */
export function Cross({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className={css.cross}
      aria-label={translate('Remove {name}', { name })}
      onClick={onClick}
    >
      <CloseOutlined aria-hidden="true" />
    </button>
  )
}

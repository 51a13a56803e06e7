import { WarningOutlined } from '@ant-design/icons'
import { counted } from '#admin/format/numbers.ts'
import { repeat } from '#admin/ui/repeat.ts'
import css from './Warnings.module.css'

/**
 * What the operator should mend: how many warnings, and their words as far as there is room, the first first.
 * The rest is scrolled to, also by keys; on a wall the first speaks for all.
 */
export function Warnings({ warnings, isKiosk }: { warnings: readonly string[]; isKiosk: boolean }) {
  if (warnings.length === 0) return null
  const heading = counted(warnings.length, '{count} warning', '{count} warnings')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls, and a section would be a landmark in each card
    <div
      role="group"
      className={css.warnings}
      data-kiosk={isKiosk}
      aria-label={heading}
      tabIndex={isKiosk ? undefined : 0}
    >
      <strong>
        <WarningOutlined aria-hidden="true" /> {heading}
      </strong>
      <ul>
        {repeat(warnings.length, (at) => (
          <li key={at}>{warnings[at]}</li>
        ))}
      </ul>
    </div>
  )
}

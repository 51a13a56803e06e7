import { WarningOutlined } from '@ant-design/icons'
import { translate } from '#admin/format/translate.ts'
import css from './Warnings.module.css'

/**
 * What the operator should mend: how many warnings, and their words as far as there is room, the first first.
 * The rest is scrolled to, also by keys; on a wall the first speaks for all.
 */
export function Warnings({ warnings, isKiosk }: { warnings: readonly string[]; isKiosk: boolean }) {
  if (warnings.length === 0) return null
  const heading =
    warnings.length === 1
      ? translate('1 warning')
      : translate('{count} warnings', { count: warnings.length })
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
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </div>
  )
}

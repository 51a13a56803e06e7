import { translate } from '#admin/format/translate.ts'
import { LinkButton } from '#admin/ui/LinkButton.tsx'

/** Takes back what a change made of one field. */
export function ValueBack({ label, undo }: { label: string; undo: () => void }) {
  return (
    <LinkButton
      aria-label={translate('Take this value back: {field}', { field: label })}
      onClick={undo}
    >
      {translate('Take this value back')}
    </LinkButton>
  )
}

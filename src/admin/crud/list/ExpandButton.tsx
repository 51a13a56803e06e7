import { RightOutlined } from '@ant-design/icons'
import { translate } from '#admin/format/translate.ts'

/** Opens and closes a row's detail. */
export function ExpandButton({
  id,
  name,
  isOpen,
  toggle,
}: {
  id: string
  name: string
  isOpen: boolean
  toggle: () => void
}) {
  return (
    <button
      type="button"
      className={isOpen ? 'crud-expand crud-expand-open' : 'crud-expand'}
      aria-expanded={isOpen}
      {...(isOpen && { 'aria-controls': `detail-${id}` })}
      aria-label={translate('Details of {name}', { name })}
      onClick={toggle}
    >
      <RightOutlined aria-hidden="true" />
    </button>
  )
}

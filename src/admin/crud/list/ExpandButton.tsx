import { RightOutlined } from '@ant-design/icons'
import { translate } from '#admin/format/translate.ts'
import { IconButton } from '#admin/ui/IconButton.tsx'
import css from './ExpandButton.module.css'

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
    <IconButton
      label={translate('Details of {name}', { name })}
      icon={
        <span className={css.chevron} data-open={isOpen}>
          <RightOutlined aria-hidden="true" />
        </span>
      }
      title=""
      data-turns=""
      aria-expanded={isOpen}
      {...(isOpen && { 'aria-controls': `detail-${id}` })}
      onClick={toggle}
    />
  )
}

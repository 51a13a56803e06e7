import { RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { isRightToLeft } from '#admin/ui/direction.ts'

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
    <Button
      type="text"
      aria-label={translate('Details of {name}', { name })}
      icon={
        <RightOutlined
          aria-hidden="true"
          style={{ fontSize: 11 }}
          rotate={isOpen ? 90 : isRightToLeft() ? 180 : 0}
        />
      }
      data-turns=""
      aria-expanded={isOpen}
      {...(isOpen && { 'aria-controls': `detail-${id}` })}
      onClick={toggle}
    />
  )
}

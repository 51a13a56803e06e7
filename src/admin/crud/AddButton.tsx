import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import type { Resource } from '#model/resource.ts'
import css from './AddButton.module.css'
import { May } from './May.tsx'

/** Makes a record. On a phone it floats within the thumb's reach, and the page ends below it. */
export function AddButton({ resource, add }: { resource: Resource; add: () => void }) {
  const words = translate(resource.messages.add)
  const isPhone = useIsPhone()
  const shown = isPhone ? undefined : words
  return (
    <May resource={resource} action="create">
      <Button
        type="primary"
        icon={<PlusOutlined aria-hidden="true" />}
        onClick={add}
        {...(isPhone && {
          className: css.thumb ?? '',
          shape: 'circle' as const,
          'aria-label': words,
          title: words,
        })}
      >
        {shown}
      </Button>
    </May>
  )
}

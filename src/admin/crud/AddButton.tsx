import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import type { Resource } from '#model/resource.ts'
import css from './AddButton.module.css'
import { May } from './May.tsx'

interface Props {
  resource: Resource
  add: () => void
}

/** Makes a record: in the head of a page; on a phone the thumb has it, see AddAtThumb. */
export function AddButton({ resource, add }: Props) {
  if (useIsPhone()) return null
  return (
    <May resource={resource} action="create">
      <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={add}>
        {translate(resource.messages.add)}
      </Button>
    </May>
  )
}

/** The same within the thumb's reach, below whatever else the page has, with room of its own at the end of it. */
export function AddAtThumb({ resource, add }: Props) {
  if (!useIsPhone()) return null
  const words = translate(resource.messages.add)
  return (
    <May resource={resource} action="create">
      <div style={{ height: 72 }}>
        <span className={css.thumb}>
          <Button
            type="primary"
            shape="circle"
            icon={<PlusOutlined aria-hidden="true" />}
            aria-label={words}
            title={words}
            onClick={add}
          />
        </span>
      </div>
    </May>
  )
}

import { PushpinOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import type { Resource } from '#model/resource.ts'
import type { ResourceList } from '../list/use-resource-list.ts'
import { useViews } from './use-views.ts'
import { ViewDialog } from './ViewDialog.tsx'

/** The button that keeps what a list shows as its first view. From then on it has tabs. */
export function SaveFirst({ resource, list }: { resource: Resource; list: ResourceList }) {
  const views = useViews(resource)
  const [isOpen, setOpen] = useState(false)
  const isFirst = !views.isPending && !views.isFailed && views.all.length === 0
  const words = translate('Save view…')
  return (
    <>
      {isFirst ? (
        <Button
          type="text"
          title={words}
          aria-label={words}
          icon={<PushpinOutlined aria-hidden="true" />}
          onClick={() => setOpen(true)}
        />
      ) : null}
      {isOpen ? (
        <ViewDialog resource={resource} list={list} onClosed={() => setOpen(false)} />
      ) : null}
    </>
  )
}

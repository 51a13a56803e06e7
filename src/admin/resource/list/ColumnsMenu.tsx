import { TableOutlined } from '@ant-design/icons'
import { Skeleton } from 'antd'
import { lazy } from 'react'
import { translate } from '#admin/format/translate.ts'
import { Part } from '#admin/ui/Boundary.tsx'
import type { Resource } from '#model/resource.ts'
import { PopoverButton } from './PopoverButton.tsx'

const ColumnChoice = lazy(() =>
  import('./ColumnChoice.tsx').then(({ ColumnChoice }) => ({ default: ColumnChoice })),
)

/** The button behind which a person chooses the columns of a list, and their order. */
export function ColumnsMenu({ resource }: { resource: Resource }) {
  return (
    <PopoverButton words={translate('Columns')} icon={<TableOutlined aria-hidden="true" />}>
      <Part waiting={<Skeleton active title={false} paragraph={{ rows: 4, width: 200 }} />}>
        <ColumnChoice resource={resource} />
      </Part>
    </PopoverButton>
  )
}

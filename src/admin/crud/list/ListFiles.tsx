import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { importAddress } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import { currentCapabilities, onCapabilities } from '#admin/http/backend.ts'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import type { Resource } from '#model/resource.ts'
import { cameFrom } from '../came-from.ts'
import { ExportMenu } from '../export/ExportMenu.tsx'
import { canImport } from '../import/can-import.ts'
import type { ResourceList } from './use-resource-list.ts'

/** Import and export of a list. */
export function ListFiles({
  resource,
  list: { search, filters, sort, total },
}: {
  resource: Resource
  list: Pick<ResourceList, 'search' | 'filters' | 'sort' | 'total'>
}) {
  useSyncExternalStore(onCapabilities, currentCapabilities)
  const isPhone = useIsPhone()
  const location = useLocation()
  const navigate = useNavigate()
  const words = translate('Import')
  return (
    <>
      {canImport(resource) ? (
        <Button
          icon={<UploadOutlined aria-hidden="true" />}
          onClick={() =>
            void navigate(importAddress(resource.page), {
              state: cameFrom(location, translate(resource.title)),
            })
          }
          {...(isPhone && { type: 'text', 'aria-label': words, title: words })}
        >
          {isPhone ? null : translate('Import')}
        </Button>
      ) : null}
      <ExportMenu resource={resource} query={{ search, filters, sort }} isDisabled={total === 0} />
    </>
  )
}

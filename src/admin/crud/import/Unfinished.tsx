import type { HttpError } from '@refinedev/core'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { importAddress } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import { importKey, isGone, readImport } from '#admin/providers/imports.ts'
import type { Import } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { lastImport, noteImport } from './last-import.ts'
import { rowsOf } from './words.ts'

/** Leads back to the file that was left unfinished, as long as the server has it. */
export function Unfinished({ resource }: { resource: Resource }) {
  const [last] = useState(() => lastImport(resource))
  const { state } = useLocation()
  const navigate = useNavigate()
  const { data } = useQuery<Import | null, HttpError>({
    queryKey: ['left', ...importKey(resource, last ?? '')],
    queryFn: async ({ signal }) => {
      try {
        return await readImport(resource, last ?? '', signal)
      } catch (error) {
        if (!isGone(error as HttpError)) throw error
        noteImport(resource, null)
        return null
      }
    },
    enabled: last !== undefined,
  })
  if (!data || data.state === 'applied') return null
  return (
    <Alert
      type="info"
      role="note"
      style={{ marginBlockEnd: 16 }}
      message={translate('{file} ({rows}) is not finished.', {
        file: data.file,
        rows: rowsOf(data.rows),
      })}
      action={
        <Button onClick={() => void navigate(importAddress(resource.page, data.id), { state })}>
          {translate('Go on with it')}
        </Button>
      }
    />
  )
}

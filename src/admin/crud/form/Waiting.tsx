import { useInvalidate } from '@refinedev/core'
import { Empty, Skeleton } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { isStatus } from '#admin/providers/http-client.ts'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import type { Resource } from '#model/resource.ts'
import { goneText } from '../notices.ts'
import type { RecordForm } from './use-record-form.ts'

/** Until the record is there: the form's shape, or why it does not come. */
export function Waiting({
  load,
  resource,
  fields,
}: Pick<RecordForm, 'load'> & { resource: Resource; fields: number }) {
  const { error, again } = load
  const invalidate = useInvalidate()
  const isGone = isStatus(error, 404)
  const reloadList = useEffectEvent(
    () => void invalidate({ resource: resource.page, invalidates: ['list', 'many'] }),
  )
  useEffect(() => {
    if (isGone) reloadList()
  }, [isGone])
  if (isGone) return <Empty description={goneText(resource)} />
  if (error) {
    const noun = translateWithin(resource.label.one)
    const text = error.message || translate('Failed to load this {noun}.', { noun })
    return <FailureNotice text={text} retry={again} />
  }
  return (
    <div aria-busy="true">
      <span className="sr-only" role="status">
        {translate('Loading…')}
      </span>
      <Skeleton active title={false} paragraph={{ rows: 2 * fields }} />
    </div>
  )
}

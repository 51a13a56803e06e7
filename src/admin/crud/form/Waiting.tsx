import { useInvalidate } from '@refinedev/core'
import { Empty } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { isStatus } from '#admin/providers/versioned-write.ts'
import { Bone } from '#admin/ui/Bone.tsx'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import { repeat } from '#admin/ui/repeat.ts'
import type { Resource } from '#model/resource.ts'
import { goneText } from '../notices.ts'
import type { RecordForm } from './use-record-form.ts'
import css from './Waiting.module.css'

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
      {repeat(fields, (key) => (
        <div key={key} className={css.bones}>
          <Bone />
          <Bone width="none" height="40px" />
        </div>
      ))}
    </div>
  )
}

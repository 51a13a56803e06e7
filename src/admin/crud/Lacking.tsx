import { Button } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { note } from '#admin/http/backend.ts'
import { EmptyNotice } from '#admin/ui/Notice.tsx'
import type { Resource } from '#model/resource.ts'

/** In the place of a list that the backend does not have (WIRE-07). Nobody asks again but by the button. */
export function Lacking({ resource }: { resource: Resource }) {
  const things = translate(resource.label.many).toLowerCase()
  return (
    <EmptyNotice text={translate('This backend has no {things}.', { things })}>
      <Button onClick={() => note(resource.api.path, true)}>{translate('Ask again')}</Button>
    </EmptyNotice>
  )
}

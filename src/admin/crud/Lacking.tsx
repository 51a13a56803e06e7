import { Button } from 'antd'
import { note } from '#admin/session/backend.ts'
import { translate } from '#admin/translate.ts'
import type { Resource } from '#model/resource.ts'
import { EmptyNotice } from './Notice.tsx'

/** In the place of a list that the backend does not have (WIRE-07). Nobody asks again but by the button. */
export function Lacking({ resource }: { resource: Resource }) {
  const things = translate(resource.label.many).toLowerCase()
  return (
    <EmptyNotice text={translate('This backend has no {things}.', { things })}>
      <Button onClick={() => note(resource.api.path, true)}>{translate('Ask again')}</Button>
    </EmptyNotice>
  )
}

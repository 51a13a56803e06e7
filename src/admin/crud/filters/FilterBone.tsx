import { Button } from 'antd'
import { translate } from '#admin/format/translate.ts'

/** In the place of a phone's filters while they are on the way. */
export function FilterBone() {
  return <Button disabled>{translate('Filters')}</Button>
}

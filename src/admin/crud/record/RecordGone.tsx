import { Link } from 'react-router-dom'
import { pageAddress } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import { EmptyNotice } from '#admin/ui/Notice.tsx'
import { Sheet } from '#admin/ui/Sheet.tsx'
import type { Resource } from '#model/resource.ts'
import { goneText } from '../notices.ts'
import css from './RecordUses.module.css'

/** In the place of a record that is not there. */
export function RecordGone({ resource }: { resource: Resource; id: string; restored: () => void }) {
  return (
    <Sheet>
      <EmptyNotice text={goneText(resource)}>
        <Link className={css.link} to={pageAddress(resource.page)}>
          {translate('All {things}', { things: translate(resource.label.many).toLowerCase() })}
        </Link>
      </EmptyNotice>
    </Sheet>
  )
}

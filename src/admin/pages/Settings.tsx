import { translate } from '#admin/format/translate.ts'
import { EmptyNotice } from '#admin/ui/Notice.tsx'
import { Sheet } from '#admin/ui/Sheet.tsx'

/** SET-01: the specification has this page say that there is nothing to set yet. */
export default function Settings() {
  return (
    <Sheet>
      <EmptyNotice text={translate('Settings management is not implemented yet.')} />
    </Sheet>
  )
}

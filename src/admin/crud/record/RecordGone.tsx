import { Button } from 'antd'
import { Link } from 'react-router-dom'
import { pageAddress } from '#admin/format/addresses.ts'
import { exactTime } from '#admin/format/time.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { mayDo } from '#admin/providers/access-control-provider.ts'
import { Bone } from '#admin/ui/Bone.tsx'
import { EmptyNotice } from '#admin/ui/Notice.tsx'
import { Sheet } from '#admin/ui/Sheet.tsx'
import type { Resource } from '#model/resource.ts'
import { useRestore } from '../deleted/use-restore.ts'
import { goneText } from '../notices.ts'
import { RecordHistory } from './RecordHistory.tsx'
import css from './RecordUses.module.css'
import { useDeleted } from './use-deleted.ts'

/**
 * In the place of a record that is not there. Who may bring it back learns who deleted it and when, and sees what
 * became of it before.
 */
export function RecordGone({ resource, id }: { resource: Resource; id: string }) {
  const { data: deleted, isLoading } = useDeleted(resource, id)
  const done = translate('{name} is back.', { name: deleted?.name ?? '' })
  const { mutate: restore, isPending } = useRestore(resource, { id }, done)
  if (isLoading)
    return (
      <Sheet>
        <EmptyNotice text="">
          <Bone />
        </EmptyNotice>
      </Sheet>
    )
  if (!deleted)
    return (
      <Sheet>
        <EmptyNotice text={goneText(resource)}>
          <Link to={pageAddress(resource.page)}>
            {translate('All {things}', { things: translateWithin(resource.label.many) })}
          </Link>
        </EmptyNotice>
      </Sheet>
    )
  const { name, at, by } = deleted
  const when = exactTime(at, Date.now()) ?? ''
  const words = by ? '{name} was deleted by {by} on {when}.' : '{name} was deleted on {when}.'
  return (
    <>
      <Sheet>
        <EmptyNotice text={translate(words, { name, by, when })}>
          {mayDo(resource, 'delete') ? (
            <Button type="primary" loading={isPending} onClick={() => restore()}>
              {translate('Restore')}
            </Button>
          ) : null}
        </EmptyNotice>
      </Sheet>
      <div className={css.below}>
        <RecordHistory resource={resource} id={id} />
      </div>
    </>
  )
}

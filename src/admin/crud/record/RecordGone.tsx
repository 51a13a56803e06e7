import { Button, Card, Empty, Skeleton } from 'antd'
import { Link } from 'react-router-dom'
import { pageAddress } from '#admin/format/addresses.ts'
import { exactTime } from '#admin/format/time.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { mayDo } from '#admin/providers/access-control-provider.ts'
import type { Resource } from '#model/resource.ts'
import { useRestore } from '../deleted/use-restore.ts'
import { goneText } from '../notices.ts'
import { RecordHistory } from './RecordHistory.tsx'
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
      <Card>
        <Skeleton active style={{ padding: 24 }} />
      </Card>
    )
  if (!deleted)
    return (
      <Card>
        <Empty description={goneText(resource)}>
          <Link to={pageAddress(resource.page)}>
            {translate('All {things}', { things: translateWithin(resource.label.many) })}
          </Link>
        </Empty>
      </Card>
    )
  const { name, at, by } = deleted
  const when = exactTime(at, Date.now()) ?? ''
  const words = by ? '{name} was deleted by {by} on {when}.' : '{name} was deleted on {when}.'
  return (
    <>
      <Card>
        <Empty description={translate(words, { name, by, when })}>
          {mayDo(resource, 'delete') ? (
            <Button type="primary" loading={isPending} onClick={() => restore()}>
              {translate('Restore')}
            </Button>
          ) : null}
        </Empty>
      </Card>
      <div style={{ marginBlockStart: 16 }}>
        <RecordHistory resource={resource} id={id} />
      </div>
    </>
  )
}

import { Button, Card, Empty } from 'antd'
import { Link } from 'react-router-dom'
import { pageAddress } from '#admin/format/addresses.ts'
import { exactTime } from '#admin/format/time.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { canDo } from '#admin/providers/access-control-provider.ts'
import type { Resource } from '#model/resource.ts'
import { History } from '../changes/ChangeList.tsx'
import { useRestore } from '../deleted/use-restore.ts'
import { goneText } from '../notices.ts'
import { RecordCard } from './RecordCard.tsx'
import { useDeleted } from './use-record.ts'

/**
 * Shown instead of a missing record: author and time of the deletion, Restore, and the history, if the role may see
 * them.
 */
export function RecordGone({ resource, id }: { resource: Resource; id: string }) {
  const { data: deleted, isLoading } = useDeleted(resource, id)
  const done = translate('{name} is restored.', { name: deleted?.name ?? '' })
  const { mutate: restore, isPending } = useRestore(resource, { id }, done)
  if (isLoading) return <Card loading />
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
      <Card style={{ marginBlockEnd: 16 }}>
        <Empty description={translate(words, { name, by, when })}>
          {canDo(resource, 'delete') ? (
            <Button type="primary" loading={isPending} onClick={() => restore()}>
              {translate('Restore')}
            </Button>
          ) : null}
        </Empty>
      </Card>
      <RecordCard title={translate('History')}>
        <History resource={resource} id={id} />
      </RecordCard>
    </>
  )
}

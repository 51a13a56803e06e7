import { useKeys } from '@refinedev/core'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Empty } from 'antd'
import { lazy, type ReactNode, useMemo, useState } from 'react'
import { counted } from '#admin/format/numbers.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { hasChanges } from '#admin/http/session.ts'
import { fetchUseCounts } from '#admin/providers/record-facts.ts'
import { AsyncBoundary } from '#admin/ui/Boundary.tsx'
import { MarkContext } from '#admin/ui/marked.ts'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import { MAX_PAGE_SIZE } from '#contract/api.ts'
import type { Resource } from '#model/resource.ts'
import { searchWords } from '#model/search.ts'
import { Deletion } from '../deleted/Deletion.tsx'
import type { Opened } from '../inbox/use-opened.ts'
import { usePart } from '../parts/finder.ts'
import { RowCheck } from '../selection/Checks.tsx'
import { ListCards } from './ListCards.tsx'
import { ListSkeleton } from './ListSkeleton.tsx'
import { ListTable } from './ListTable.tsx'
import { type ListScreen, ListScreenContext } from './list-screen.ts'
import { RowActions } from './RowActions.tsx'
import { isNarrowed, nothingText, type ResourceList } from './use-resource-list.ts'

const InboxPanes = lazy(() =>
  import('../inbox/InboxPanes.tsx').then(({ InboxPanes }) => ({ default: InboxPanes })),
)

interface Props extends Omit<ListScreen, 'expanded' | 'expand' | 'counts'> {
  /** The record that is open beside the list, for list bodies that show one. */
  opened?: Opened
}

/** The list in all its states, as a table, as cards on phones, or as the declared body. */
export function ListArea({ opened, ...props }: Props) {
  const { resource, list } = props
  const isPhone = useIsPhone()
  const [expanded, setExpanded] = useState<string>()
  const expand = (id: string) => setExpanded((open) => (open === id ? undefined : id))
  const screen: ListScreen = { ...props, counts: useCounts(props), expanded, expand }
  const isBare = list.error !== undefined || (!list.isPending && list.rows.length === 0)
  const notice = isBare ? <ListNotice {...screen} /> : undefined
  const words = useMemo(() => searchWords(list.search), [list.search])
  return (
    <ListScreenContext value={screen}>
      <MarkContext value={words}>
        {resource.inbox && notice && opened?.id === undefined ? (
          <div style={{ borderBlockStart: '1px solid var(--edge)' }}>{notice}</div>
        ) : resource.inbox && opened ? (
          <AsyncBoundary waiting={<ListSkeleton isCards />}>
            <InboxPanes inbox={resource.inbox} opened={opened} notice={notice} />
          </AsyncBoundary>
        ) : resource.list ? (
          <OwnBody {...screen} notice={notice} name={resource.list} />
        ) : isPhone ? (
          <ListCards notice={notice} />
        ) : (
          <ListTable notice={notice} />
        )}
      </MarkContext>
    </ListScreenContext>
  )
}

/** The list body that a declaration names. Toolbar, footer and all other states are generic. */
function OwnBody({
  resource,
  list,
  notice,
  name,
  ...handlers
}: ListScreen & { notice: ReactNode; name: string }) {
  const Body = usePart(resource.page, 'list', name)
  if (list.isPending) return <ListSkeleton isCards />
  return (
    <div aria-busy={list.isOld}>
      {notice}
      {list.rows.length > 0 ? (
        <div style={{ opacity: list.isOld ? 0.55 : 1 }}>
          <AsyncBoundary waiting={<ListSkeleton isCards />}>
            <Body
              {...handlers}
              rows={list.rows}
              check={(row) => <RowCheck row={row} />}
              actions={(row) => (
                <>
                  {list.deleted ? <Deletion row={row} hasWord={true} /> : null}
                  <RowActions row={row} />
                </>
              )}
            />
          </AsyncBoundary>
        </div>
      ) : null}
    </div>
  )
}

function ListNotice({ resource, list, add }: ListScreen) {
  if (list.error !== undefined)
    return <FailureNotice isInCard text={list.error} retry={list.retry} />
  return (
    <Empty description={nothingText(resource, list)}>
      {isNarrowed(list) ? (
        <Button onClick={list.clear}>
          {translate(
            Object.keys(list.filters).length > 0 ? 'Clear search and filters' : 'Clear search',
          )}
        </Button>
      ) : list.deleted ? (
        <Button onClick={() => list.showDeleted(false)}>
          {translate('Show all {things}', { things: translateWithin(resource.label.many) })}
        </Button>
      ) : (
        resource.actions.includes('create') && (
          <Button onClick={add}>{translate(resource.messages.add)}</Button>
        )
      )}
    </Empty>
  )
}

/**
 * Fetches counts for the page's records after their rows: the list never waits for them, and a failure is not
 * reported. Uses Refine's query key of the list, so that a write refreshes the counts.
 */
function useCounts({ resource, list }: Pick<ListScreen, 'resource' | 'list'>) {
  const { keys } = useKeys()
  const ids = list.rows.slice(0, MAX_PAGE_SIZE).map(({ id }) => id)
  const { line, columns } = resource
  const tells = line.includes('people') || columns.some(({ kind }) => kind === 'uses')
  const { data } = useQuery({
    queryKey: keys()
      .data('default')
      .resource(resource.page)
      .action('many')
      .ids(...ids)
      .params({ only: 'counts' })
      .get(),
    queryFn: ({ signal }) => fetchUseCounts(resource, ids, signal),
    enabled: tells && hasChanges() && !list.deleted && !list.isOld && ids.length > 0,
    placeholderData: (before) => before,
    retry: false,
  })
  return data
}

/** Notes above a list: records that cannot be shown or could not be searched. */
export function ListNotes({ resource, list }: { resource: Resource; list: ResourceList }) {
  const { dropped: count = 0, ignoredKinds = [], cut } = list.answer
  if (list.isPending || list.isOld || (count === 0 && !cut)) return null
  const does = ignoredKinds.map((kind) => translate(kind)).join(translate(' or '))
  const things = translateWithin(resource.label.many)
  const cutText = does
    ? 'This server cannot {does} {things}. Only the first {read} of {of} were searched.'
    : 'Only {read} of {of} {things} could be loaded.'
  return (
    <Alert
      type="warning"
      role="status"
      style={{ margin: '0 16px 16px' }}
      message={
        <>
          {count > 0 ? (
            <p>
              {counted(
                count,
                '{count} record has no ID and is not shown.',
                '{count} records have no ID and are not shown.',
              )}
            </p>
          ) : null}
          {cut ? <p>{translate(cutText, { does, things, read: cut.read, of: cut.of })}</p> : null}
        </>
      }
    />
  )
}

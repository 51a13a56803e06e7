import { Button, Empty } from 'antd'
import { lazy, type ReactNode, useMemo, useState } from 'react'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { ListCards, SkeletonCards } from '#admin/resource/list/ListCards.tsx'
import { ListTable } from '#admin/resource/list/ListTable.tsx'
import { NewMark } from '#admin/ui/Badge.tsx'
import { Part } from '#admin/ui/Boundary.tsx'
import { DatesZoneContext } from '#admin/ui/dates-zone.ts'
import { MarkContext } from '#admin/ui/marked.ts'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import { searchWords } from '#model/search.ts'
import { Deletion } from '../deleted/Deletion.tsx'
import type { Opened } from '../inbox/use-opened.ts'
import { usePart } from '../parts/finder.ts'
import { RowCheck } from '../selection/Checks.tsx'
import { zoneOfDates } from './days-zone.ts'
import css from './ListArea.module.css'
import { type ListScreen, ListScreenContext } from './list-screen.ts'
import { RowActions } from './RowActions.tsx'
import { isCounted, useCounts } from './use-counts.ts'
import { isNarrowed, nothingText, type ResourceList } from './use-resource-list.ts'

const InboxPanes = lazy(() =>
  import('../inbox/InboxPanes.tsx').then(({ InboxPanes }) => ({ default: InboxPanes })),
)

interface Props extends Omit<ListScreen, 'expanded' | 'expand'> {
  /** The record that stands open beside the list, where its body has a place for one. */
  opened?: Opened
}

/** The list in each of its states, as a table, as cards on a phone, or as the body its declaration names. */
export function ListArea(props: Props) {
  return isCounted(props.resource) ? <CountedArea {...props} /> : <PlainArea {...props} />
}

function CountedArea(props: Props) {
  return <PlainArea {...props} counts={useCounts(props)} />
}

function PlainArea({ opened, ...props }: Props) {
  const { resource, list } = props
  const isPhone = useIsPhone()
  const [expanded, setExpanded] = useState<string>()
  const expand = (id: string) => setExpanded((open) => (open === id ? undefined : id))
  const screen: ListScreen = { ...props, expanded, expand }
  const isBare = list.error !== undefined || (!list.isPending && list.rows.length === 0)
  const notice = isBare ? <ListNotice {...screen} /> : undefined
  const words = useMemo(() => searchWords(list.search), [list.search])
  return (
    <ListScreenContext value={screen}>
      <DatesZoneContext value={zoneOfDates(resource, list.filters)}>
        <MarkContext value={words}>
          {resource.inbox && notice && opened?.id === undefined ? (
            <div className={css.bare}>{notice}</div>
          ) : resource.inbox && opened ? (
            <Part waiting={<Waiting />}>
              <InboxPanes {...screen} inbox={resource.inbox} opened={opened} notice={notice} />
            </Part>
          ) : resource.list ? (
            <OwnBody {...screen} notice={notice} name={resource.list} />
          ) : isPhone ? (
            <ListCards notice={notice} />
          ) : (
            <ListTable notice={notice} />
          )}
        </MarkContext>
      </DatesZoneContext>
    </ListScreenContext>
  )
}

/** The list body that a declaration names. What stands around it, and every other state, is generic. */
function OwnBody({
  resource,
  list,
  fresh,
  notice,
  name,
  ...handlers
}: ListScreen & { notice: ReactNode; name: string }) {
  const Body = usePart(resource.page, 'list', name)
  if (list.isPending) return <SkeletonCards />
  return (
    <div className={css.own} data-old={list.isOld} aria-busy={list.isOld}>
      {notice}
      {fresh.rows.length > 0 ? (
        <div>
          <Part waiting={<SkeletonCards />}>
            <Body
              {...handlers}
              rows={fresh.rows}
              check={(row) => <RowCheck row={row} />}
              actions={(row) => (
                <>
                  {row.id === fresh.row?.id ? <NewMark isBack={fresh.isBack} /> : null}
                  {list.deleted ? <Deletion row={row} hasWord={true} /> : null}
                  <RowActions row={row} />
                </>
              )}
            />
          </Part>
        </div>
      ) : null}
    </div>
  )
}

/** As wide as the list of letters will be. */
function Waiting() {
  return (
    <div className={css.waiting}>
      <SkeletonCards />
    </div>
  )
}

function ListNotice({ resource, list, add }: ListScreen) {
  if (list.error !== undefined)
    return <FailureNotice isInCard text={list.error} retry={list.retry} />
  return (
    <Empty description={nothingText(resource, list)}>
      {isNarrowed(list) ? (
        <Button onClick={list.clear}>{translate(clearText(list))}</Button>
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

function clearText({ search, filters }: ResourceList): string {
  if (Object.keys(filters).length === 0) return 'Clear search'
  return search ? 'Clear search and filters' : 'Clear filters'
}

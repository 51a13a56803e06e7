import { PushpinFilled, PushpinOutlined, TeamOutlined } from '@ant-design/icons'
import { Alert, Button, Flex, Skeleton, Tabs, Typography } from 'antd'
import { lazy, useEffect, useEffectEvent, useRef, useState } from 'react'
import { listInRow } from '#admin/format/lists.ts'
import { translate } from '#admin/format/translate.ts'
import { hasChanges } from '#admin/http/session.ts'
import { mayAll, mayDo } from '#admin/providers/access-control-provider.ts'
import { useIsLacking } from '#admin/providers/use-present.ts'
import { Part } from '#admin/ui/Boundary.tsx'
import { type MenuItem, MoreMenu } from '#admin/ui/MoreMenu.tsx'
import type { Resource } from '#model/resource.ts'
import { useListLayout } from '../list/layout.ts'
import type { ResourceList } from '../list/use-resource-list.ts'
import {
  ALL,
  keepKnown,
  knownViews,
  lostIn,
  noteLayouts,
  personNow,
  placeOfAll,
  type SavedView,
  viewWords,
} from './saved-views.ts'
import { useViews, VIEWS, type Views as ViewsOfList } from './use-views.ts'
import css from './ViewBar.module.css'

const ViewDialog = lazy(() =>
  import('./ViewDialog.tsx').then(({ ViewDialog }) => ({ default: ViewDialog })),
)

interface Props {
  resource: Resource
  list: ResourceList
}

/** Whether the backend keeps views, as far as is known, and the user may have some. */
function useHasViews(): boolean {
  return !useIsLacking(VIEWS) && hasChanges() && mayDo(VIEWS, 'list')
}

/** The tabs above a list: read when its first rows are there, so that no list waits for them. */
export function Views(props: Props) {
  const { resource, list } = props
  const has = useHasViews()
  const [known] = useState(() => knownViews(resource))
  const [isUsed, use] = useState(false)
  if (!isUsed && !list.isPending) use(true)
  if (!has) return null
  if (isUsed) return <Bar {...props} />
  return known.hasAny ? <Waiting /> : null
}

/** Among the tools of a list without views: the button that saves the first. From then on it has tabs. */
export function SaveFirst(props: Props) {
  const { list } = props
  const has = useHasViews()
  if (!has || list.words === '' || list.isPending) return null
  return <FirstButton {...props} />
}

function FirstButton(props: Props) {
  const views = useViews(props.resource)
  const [isOpen, setOpen] = useState(false)
  const words = translate('Save view…')
  return (
    <>
      {views.isPending || views.isFailed || views.all.length > 0 ? null : (
        <Button
          type="text"
          title={words}
          aria-label={words}
          icon={<PushpinOutlined aria-hidden="true" />}
          onClick={() => setOpen(true)}
        />
      )}
      {isOpen ? (
        <Part waiting={null}>
          <ViewDialog {...props} onClosed={() => setOpen(false)} />
        </Part>
      ) : null}
    </>
  )
}

/** Holds the place of the tabs while they are read. */
function Waiting() {
  return (
    <Flex align="center" gap={16} style={{ height: 46, marginBlockEnd: 16 }} aria-hidden="true">
      <Skeleton.Button active size="small" />
      <Skeleton.Button active size="small" />
    </Flex>
  )
}

/** All of a list, and its views, as tabs; beside them what can be done with the one that is shown. */
function Bar({ resource, list }: Props) {
  const views = useViews(resource)
  const [asks, ask] = useState<'name' | 'new'>()
  useKnown(resource, list, views)
  const shown = views.all.find(({ id }) => id === list.view)
  const actions = useViewActions(resource, list, views, shown, ask)

  if (views.isPending) return knownViews(resource).hasAny ? <Waiting /> : null
  if (views.isFailed)
    return knownViews(resource).hasAny ? (
      <Typography.Text type="secondary" style={{ display: 'block', marginBlockEnd: 12 }}>
        {translate('The views could not be loaded.')}{' '}
        <Button type="link" size="small" onClick={views.retry}>
          {translate('Retry')}
        </Button>
      </Typography.Text>
    ) : null
  const choose = (id: string) => {
    const view = views.all.find((one) => one.id === id)
    list.showView(
      view ? { search: viewWords(resource, view.query), view: id } : placeOfAll(resource),
    )
  }
  const lost = shown ? lostIn(resource, shown.query) : []

  return (
    <>
      {views.all.length > 0 ? (
        // Not in antd's tabBarExtraContent, which puts them into the tab list: only tabs may be in one.
        <div className={css.bar}>
          <Tabs
            className={css.tabs ?? ''}
            aria-label={translate('Views')}
            activeKey={shown?.id ?? ALL}
            onChange={choose}
            items={[
              { key: ALL, label: translate('All') },
              ...views.all.map((view) => ({
                key: view.id,
                label: <Name view={view} isStart={view.id === views.start} />,
              })),
            ]}
          />
          {actions.now.map(({ key, label, choose: act }) => (
            <Button key={key} type={key === 'save' ? 'default' : 'text'} onClick={act}>
              {label}
            </Button>
          ))}
          {actions.menu.length > 0 ? (
            <MoreMenu
              label={translate('View “{name}”', { name: shown?.name ?? translate('All') })}
              items={actions.menu}
            />
          ) : null}
        </div>
      ) : null}
      {lost.length > 0 ? (
        <Alert
          style={{ marginBlockEnd: 16 }}
          type="warning"
          role="status"
          message={translate('This view filters by {names}, which is no longer there.', {
            names: listInRow(lost),
          })}
        />
      ) : null}
      {asks ? (
        <Part waiting={null}>
          <ViewDialog
            resource={resource}
            list={list}
            view={asks === 'name' ? shown : undefined}
            onClosed={() => ask(undefined)}
          />
        </Part>
      ) : null}
    </>
  )
}

function Name({ view, isStart }: { view: SavedView; isStart: boolean }) {
  return (
    <>
      <bdi>{view.name}</bdi>
      {view.isShared ? <TeamOutlined aria-label={translate('Shared')} /> : null}
      {isStart ? <PushpinFilled aria-label={translate('Opens first')} /> : null}
    </>
  )
}

/** The actions of a view: buttons while the list differs from it, and the rest in its menu. */
function useViewActions(
  resource: Resource,
  list: ResourceList,
  views: ViewsOfList,
  shown: SavedView | undefined,
  ask: (what: 'name' | 'new') => void,
): { now: MenuItem[]; menu: MenuItem[] } {
  const { layout, isChanged, reset } = useListLayout(resource)
  const hasLayout = Object.keys(layout).length > 0
  // A failure is told in a toast.
  const run = (work: () => Promise<unknown>) => () => void work().catch(() => undefined)
  const item = (key: string, label: string, choose: () => void, isDangerous = false): MenuItem => ({
    key,
    label: translate(label),
    choose,
    isDangerous,
  })
  const saveNew = item('new', 'Save as new view…', () => ask('new'))
  const openAll = item(
    'start',
    'Open this list with all',
    run(() => views.startWith(undefined)),
  )
  if (!shown)
    return {
      now: list.words === '' && !hasLayout ? [] : [saveNew],
      menu: views.start === undefined ? [] : [openAll],
    }

  const isOwn = shown.owner === personNow()
  const mayChange = isOwn || (shown.isShared && mayAll())
  const words = viewWords(resource, shown.query)
  const differs = list.words !== words || isChanged
  const save = async () => {
    const kept = hasLayout ? layout : null
    await views.update(shown, { query: list.words.replace(/^\?/, ''), layout: kept })
    noteLayouts([{ id: shown.id, layout: kept }])
    reset()
  }
  const remove = async () => {
    await views.remove(shown)
    list.showView(placeOfAll(resource), true)
  }
  const restore = () => {
    reset()
    list.showView({ search: words, view: shown.id })
  }
  return {
    now: differs
      ? [
          ...(mayChange ? [item('save', 'Save changes', run(save))] : []),
          saveNew,
          item('reset', 'Reset', restore),
        ]
      : [],
    menu: [
      ...(mayChange ? [item('name', 'Rename…', () => ask('name'))] : []),
      ...(isOwn
        ? [
            item(
              'share',
              shown.isShared ? 'Stop sharing' : 'Share with everybody',
              run(() => views.update(shown, { shared: !shown.isShared })),
            ),
          ]
        : []),
      views.start === shown.id
        ? openAll
        : item(
            'start',
            'Open this list with it',
            run(() => views.startWith(shown)),
          ),
      ...(differs ? [] : [item('new', 'Save a copy…', () => ask('new'))]),
      ...(mayChange ? [item('delete', 'Delete view', run(remove), true)] : []),
    ],
  }
}

/**
 * Keeps what was read for the next visit. A list that was opened by what the last visit knew, and is another one by
 * now, is put right once.
 */
function useKnown(resource: Resource, list: ResourceList, views: ViewsOfList): void {
  const isFirst = useRef(true)
  const isRead = !(views.isPending || views.isFailed)
  const start = views.all.find(({ id }) => id === views.start)
  const now = isRead
    ? JSON.stringify([views.all.map(({ id, layout }) => [id, layout]), start?.query, start?.id])
    : undefined

  const keep = useEffectEvent(() => {
    const before = knownViews(resource).start
    noteLayouts(views.all)
    const { id, query, layout } = start ?? {}
    const first = id !== undefined && query !== undefined ? { id, query, layout } : undefined
    keepKnown(resource, { hasAny: views.all.length > 0, start: first })
    if (!isFirst.current) return
    isFirst.current = false
    const open = (view: SavedView) =>
      list.showView({ search: viewWords(resource, view.query), view: view.id }, true)
    if (!before) {
      if (start && list.view === undefined && list.words === '') open(start)
      return
    }
    if (list.view !== before.id || list.words !== viewWords(resource, before.query)) return
    const same = views.all.find(({ id }) => id === before.id)
    if (!same) list.showView(placeOfAll(resource), true)
    else if (same.query !== before.query) open(same)
  })
  useEffect(() => {
    if (now !== undefined) keep()
  }, [now])
}

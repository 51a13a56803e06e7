import { PushpinFilled, TeamOutlined } from '@ant-design/icons'
import { Alert, Button, Tabs, Typography } from 'antd'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { listInRow } from '#admin/format/lists.ts'
import { translate } from '#admin/format/translate.ts'
import { mayAll } from '#admin/providers/access-control-provider.ts'
import { LinkButton } from '#admin/ui/LinkButton.tsx'
import { MoreMenu } from '#admin/ui/MoreMenu.tsx'
import type { Resource } from '#model/resource.ts'
import { useListLayout } from '../list/layout.ts'
import type { ResourceList } from '../list/use-resource-list.ts'
import { ALL, keepKnown, knownViews, noteLayouts, personNow } from './known-views.ts'
import { lostIn, type SavedView } from './saved-view.ts'
import { placeOfAll, viewWords } from './start-place.ts'
import { useViews, useViewWrites, type Views } from './use-views.ts'
import css from './ViewBar.module.css'
import { ViewDialog } from './ViewDialog.tsx'
import { ViewsSkeleton } from './ViewsSkeleton.tsx'

/** The tabs above a list: all of it, and its views; beside them what can be done with the one that is shown. */
export function ViewBar({ resource, list }: { resource: Resource; list: ResourceList }) {
  const views = useViews(resource)
  const [asks, ask] = useState<'name' | 'new'>()
  useKnown(resource, list, views)
  const shown = views.all.find(({ id }) => id === list.view)
  const actions = useViewActions(resource, list, views, shown, ask)

  if (views.isPending) return knownViews(resource).hasAny ? <ViewsSkeleton /> : null
  if (views.isFailed)
    return knownViews(resource).hasAny ? (
      <Typography.Text type="secondary" style={{ display: 'block', marginBlockEnd: 12 }}>
        {translate('The views could not be loaded.')}{' '}
        <LinkButton onClick={views.retry}>{translate('Retry')}</LinkButton>
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
        <ViewDialog
          resource={resource}
          list={list}
          {...(asks === 'name' && shown && { view: shown })}
          onClosed={() => ask(undefined)}
        />
      ) : null}
    </>
  )
}

function Name({ view, isStart }: { view: SavedView; isStart: boolean }): ReactNode {
  return (
    <>
      <bdi>{view.name}</bdi>
      {view.isShared ? <TeamOutlined aria-label={translate('Shared')} /> : null}
      {isStart ? <PushpinFilled aria-label={translate('Opens first')} /> : null}
    </>
  )
}

interface ViewAction {
  key: string
  label: string
  isDangerous?: boolean
  choose: () => void
}

/** The actions of a view: buttons while the list differs from it, and the rest in its menu. */
function useViewActions(
  resource: Resource,
  list: ResourceList,
  views: Views,
  shown: SavedView | undefined,
  ask: (what: 'name' | 'new') => void,
): { now: ViewAction[]; menu: ViewAction[] } {
  const writes = useViewWrites(resource)
  const { layout, isChanged, reset } = useListLayout(resource)
  const hasLayout = Object.keys(layout).length > 0
  const saveNew = { key: 'new', label: translate('Save as new view…'), choose: () => ask('new') }
  const openAll = {
    key: 'start',
    label: translate('Open this list with all'),
    choose: () => void writes.startWith(undefined),
  }
  if (!shown)
    return {
      now: list.words === '' && !hasLayout ? [] : [saveNew],
      menu: views.start === undefined ? [] : [openAll],
    }

  const isOwn = shown.owner === personNow()
  const mayChange = isOwn || (shown.isShared && mayAll())
  const words = viewWords(resource, shown.query)
  const differs = list.words !== words || isChanged
  const told = async (done: ReturnType<typeof writes.update>) => {
    const error = await done
    if (error) writes.told(error)
    return error === undefined
  }
  const save = async () => {
    const query = list.words.replace(/^\?/, '')
    const kept = hasLayout ? layout : null
    if (!(await told(writes.update(shown, { query, layout: kept })))) return
    noteLayouts([{ id: shown.id, layout: kept }])
    reset()
  }
  const remove = async () => {
    if (await writes.remove(shown)) list.showView(placeOfAll(resource), true)
  }
  return {
    now: differs
      ? [
          ...(mayChange
            ? [{ key: 'save', label: translate('Save changes'), choose: () => void save() }]
            : []),
          saveNew,
          {
            key: 'reset',
            label: translate('Reset'),
            choose: () => {
              reset()
              list.showView({ search: words, view: shown.id })
            },
          },
        ]
      : [],
    menu: [
      ...(mayChange
        ? [{ key: 'name', label: translate('Rename…'), choose: () => ask('name') }]
        : []),
      ...(isOwn
        ? [
            {
              key: 'share',
              label: translate(shown.isShared ? 'Stop sharing' : 'Share with everybody'),
              choose: () => void told(writes.update(shown, { shared: !shown.isShared })),
            },
          ]
        : []),
      views.start === shown.id
        ? openAll
        : {
            key: 'start',
            label: translate('Open this list with it'),
            choose: () => void writes.startWith(shown),
          },
      ...(differs ? [] : [{ ...saveNew, label: translate('Save a copy…') }]),
      ...(mayChange
        ? [
            {
              key: 'delete',
              label: translate('Delete view'),
              isDangerous: true,
              choose: () => void remove(),
            },
          ]
        : []),
    ],
  }
}

/**
 * Keeps what was read for the next visit. A list that was opened by what the last visit knew, and is another one by
 * now, is put right once.
 */
function useKnown(resource: Resource, list: ResourceList, views: Views): void {
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

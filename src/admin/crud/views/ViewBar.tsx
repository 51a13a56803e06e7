import { PushpinFilled, PushpinOutlined, TeamOutlined } from '@ant-design/icons'
import { Alert, Button, Skeleton, Tabs, Typography } from 'antd'
import { lazy, useEffect, useEffectEvent, useRef, useState } from 'react'
import { listInRow } from '#admin/format/lists.ts'
import { translate } from '#admin/format/translate.ts'
import { hasChanges } from '#admin/http/session.ts'
import { mayAll, mayDo } from '#admin/providers/access-control-provider.ts'
import { useIsMissing } from '#admin/providers/use-present.ts'
import { Part } from '#admin/ui/Boundary.tsx'
import { useFocusAfter } from '#admin/ui/focus.ts'
import { type MenuItem, MoreMenu } from '#admin/ui/MoreMenu.tsx'
import { giveTabRoles } from '#admin/ui/tab-roles.ts'
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
  return !useIsMissing(VIEWS.api.path) && hasChanges() && mayDo(VIEWS, 'list')
}

/** The tabs above a list: read when its first rows are there, so that no list waits for them. */
export function Views(props: Props) {
  const { resource, list } = props
  const has = useHasViews()
  const [hadAny] = useState(() => knownViews(resource).hasAny)
  const [isUsed, use] = useState(false)
  if (!isUsed && !list.isPending) use(true)
  if (!has) return null
  if (isUsed) return <Bar {...props} />
  return hadAny ? <Waiting /> : null
}

/** Among the tools of a list without views: the button that saves the first. From then on it has tabs. */
export function SaveFirst(props: Props) {
  const { list } = props
  const has = useHasViews()
  return has && list.words !== '' && !list.isPending ? <FirstButton {...props} /> : null
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
    <div style={{ height: 46, marginBlockEnd: 16 }} aria-hidden="true">
      <Skeleton.Button active size="small" />
    </div>
  )
}

/** All of a list, and its views, as tabs; beside them what can be done with the one that is shown. */
function Bar({ resource, list }: Props) {
  const views = useViews(resource)
  const { layout, isChanged, reset } = useListLayout(resource)
  /** The dialog that is open: of a view that is renamed, or of a new one. */
  const [asked, ask] = useState<{ view?: SavedView }>()
  useKnown(resource, list, views)
  // The menu that opened the dialog goes with a view that is gone.
  useFocusAfter(asked !== undefined)

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

  const shown = views.all.find(({ id }) => id === list.view)
  const words = shown && viewWords(resource, shown.query)
  const hasLayout = Object.keys(layout).length > 0
  const differs = shown ? list.words !== words || isChanged : list.words !== '' || hasLayout
  const isOwn = shown?.owner === personNow()
  const mayChange = isOwn || (shown?.shared === true && mayAll())
  const lost = shown ? lostIn(resource, shown.query) : []

  const show = (view: SavedView | undefined) =>
    list.showView(
      view ? { search: viewWords(resource, view.query), view: view.id } : placeOfAll(resource),
    )
  const save = async (view: SavedView) => {
    const kept = hasLayout ? layout : null
    await views.update(view, { query: list.words.replace(/^\?/, ''), layout: kept })
    noteLayouts([{ id: view.id, layout: kept }])
    reset()
  }
  const remove = async (view: SavedView) => {
    await views.remove(view)
    list.showView(placeOfAll(resource), true)
  }
  // A failure is told in a toast.
  const run = (work: Promise<unknown>) => void work.catch(() => undefined)
  const item = (label: string, choose: () => void): MenuItem => ({
    key: label,
    label: translate(label),
    choose,
  })
  const buttons = differs
    ? [
        shown && mayChange && item('Save changes', () => run(save(shown))),
        item('Save as new view…', () => ask({})),
        shown &&
          item('Reset', () => {
            reset()
            show(shown)
          }),
      ]
    : []
  const menu = [
    shown && mayChange && item('Rename…', () => ask({ view: shown })),
    shown &&
      isOwn &&
      item(shown.shared ? 'Stop sharing' : 'Share with everybody', () =>
        run(views.update(shown, { shared: !shown.shared })),
      ),
    shown && shown.id !== views.start
      ? item('Open this list with it', () => run(views.startWith(shown)))
      : views.start !== undefined &&
        item('Open this list with all', () => run(views.startWith(undefined))),
    shown && !differs && item('Save a copy…', () => ask({})),
    shown && mayChange && { ...item('Delete view', () => run(remove(shown))), isDangerous: true },
  ].filter((one) => one !== false && one !== undefined)

  return (
    <>
      {views.all.length > 0 ? (
        // Not in antd's tabBarExtraContent, which puts them into the tab list: only tabs may be in one.
        <div className={css.bar} ref={giveTabRoles}>
          <Tabs
            className={css.tabs ?? ''}
            aria-label={translate('Views')}
            activeKey={shown?.id ?? ALL}
            onChange={(id) => show(views.all.find((one) => one.id === id))}
            items={[
              { key: ALL, label: translate('All') },
              ...views.all.map((view) => ({
                key: view.id,
                label: (
                  <>
                    <bdi>{view.name}</bdi>
                    {view.shared ? <TeamOutlined aria-label={translate('Shared')} /> : null}
                    {view.id === views.start ? (
                      <PushpinFilled aria-label={translate('Opens first')} />
                    ) : null}
                  </>
                ),
              })),
            ]}
          />
          {buttons.map(
            (one) =>
              one && (
                <Button
                  key={one.key}
                  type={one.key === 'Save changes' ? 'default' : 'text'}
                  onClick={one.choose}
                >
                  {one.label}
                </Button>
              ),
          )}
          {menu.length > 0 ? (
            <MoreMenu
              label={translate('View “{name}”', { name: shown?.name ?? translate('All') })}
              items={menu}
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
      {asked ? (
        <Part waiting={null}>
          <ViewDialog
            resource={resource}
            list={list}
            view={asked.view}
            onClosed={() => ask(undefined)}
          />
        </Part>
      ) : null}
    </>
  )
}

/**
 * Keeps what was read for the next visit. A list that was opened by what the last visit knew, and is another one by
 * now, is put right once.
 */
function useKnown(resource: Resource, list: ResourceList, views: ViewsOfList): void {
  const isFirst = useRef(true)
  const { all, isPending, isFailed } = views
  const isRead = !(isPending || isFailed)
  const start = all.find(({ id }) => id === views.start)
  const keep = useEffectEvent(() => {
    const before = knownViews(resource).start
    noteLayouts(all)
    keepKnown(resource, {
      hasAny: all.length > 0,
      start: start && { id: start.id, query: start.query, layout: start.layout },
    })
    if (!isFirst.current) return
    isFirst.current = false
    const open = (view: SavedView) =>
      list.showView({ search: viewWords(resource, view.query), view: view.id }, true)
    if (!before) {
      if (start && list.view === undefined && list.words === '') open(start)
      return
    }
    if (list.view !== before.id || list.words !== viewWords(resource, before.query)) return
    const same = all.find(({ id }) => id === before.id)
    if (!same) list.showView(placeOfAll(resource), true)
    else if (same.query !== before.query) open(same)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the views, or which of them comes first, are others
  useEffect(() => {
    if (isRead) keep()
  }, [isRead, all, start])
}

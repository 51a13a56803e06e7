import { PushpinOutlined, TeamOutlined } from '@ant-design/icons'
import { Alert } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { listInRow } from '#admin/format/lists.ts'
import { translate } from '#admin/format/translate.ts'
import { mayAll } from '#admin/providers/access-control-provider.ts'
import { useFocusAfter } from '#admin/ui/focus.ts'
import { type MenuItem, MoreMenu } from '#admin/ui/MoreMenu.tsx'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import type { Resource } from '#model/resource.ts'
import { useListLayout } from '../list/layout.ts'
import type { ResourceList } from '../list/use-resource-list.ts'
import {
  keepStart,
  knownStart,
  lostIn,
  noteLayouts,
  personNow,
  placeOfAll,
  type SavedView,
  viewWords,
} from './saved-views.ts'
import { useViews } from './use-views.ts'
import { ViewDialog } from './ViewDialog.tsx'

interface Props {
  resource: Resource
  list: ResourceList
}

/** A menu of a list's views, and of what can be done with the one that is shown. */
export function ViewsMenu({ resource, list }: Props) {
  const views = useViews(resource)
  const { layout, isChanged, reset } = useListLayout(resource)
  /** The dialog that is open: of a view that is renamed, or of a new one. */
  const [asked, ask] = useState<{ view?: SavedView }>()
  useStart(resource, list, views)
  const isPhone = useIsPhone()
  // The item that opened the dialog is gone with the menu.
  useFocusAfter(asked !== undefined)

  const shown = views.all.find(({ id }) => id === list.view)
  const hasLayout = Object.keys(layout).length > 0
  const differs = shown
    ? isChanged || list.words !== viewWords(resource, shown.query)
    : list.words !== '' || hasLayout
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
    key: `+${label}`,
    label: translate(label),
    choose,
  })
  const choices: MenuItem[] = [undefined, ...views.all].map((view) => ({
    key: view?.id ?? '+all',
    label: view?.name ?? translate('All'),
    isChosen: view?.id === shown?.id,
    ...(view?.shared && { icon: <TeamOutlined aria-label={translate('Shared')} /> }),
    ...(view && view.id === views.start && { keys: translate('Opens first') }),
    choose: () => show(view),
  }))
  const [first, ...others] = [
    shown && differs && mayChange && item('Save changes', () => run(save(shown))),
    item('Save as new view…', () => ask({})),
    shown &&
      differs &&
      item('Reset', () => {
        reset()
        show(shown)
      }),
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
    shown && mayChange && { ...item('Delete view', () => run(remove(shown))), isDangerous: true },
  ].filter((one) => one !== false && one !== undefined)

  const name = shown?.name ?? translate('Views')
  const words = shown && differs ? translate('{name} (changed)', { name }) : name
  return (
    <>
      <MoreMenu
        icon={<PushpinOutlined aria-hidden="true" />}
        {...(isPhone ? { label: words } : { words })}
        isBusy={views.isPending}
        items={
          views.isFailed
            ? [item('The views could not be loaded. Retry', views.retry)]
            : [...choices, ...(first ? [{ ...first, isApart: true }] : []), ...others]
        }
      />
      {lost.length > 0 ? (
        <Alert
          style={{ flexBasis: '100%' }}
          type="warning"
          role="status"
          message={translate('This view filters by {names}, which is no longer there.', {
            names: listInRow(lost),
          })}
        />
      ) : null}
      {asked ? (
        <ViewDialog
          resource={resource}
          list={list}
          view={asked.view}
          onClosed={() => ask(undefined)}
        />
      ) : null}
    </>
  )
}

/**
 * Keeps for the next visit which view the list opens with. A list that was opened by what the last visit knew, and is
 * another one by now, is put right once.
 */
function useStart(
  resource: Resource,
  list: ResourceList,
  { all, start: startId, isPending, isFailed }: ReturnType<typeof useViews>,
): void {
  const isFirst = useRef(true)
  const isRead = !(isPending || isFailed)
  const start = all.find(({ id }) => id === startId)
  const keep = useEffectEvent(() => {
    const before = knownStart(resource)
    noteLayouts(all)
    keepStart(resource, start)
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

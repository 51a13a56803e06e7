import { PushpinOutlined, TeamOutlined } from '@ant-design/icons'
import { type HttpError, useCreate, useDelete, useList, useUpdate } from '@refinedev/core'
import { Checkbox, Form, Input, type InputRef, Modal } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { setCapability } from '#admin/http/backend.ts'
import { canDoAll, personNow } from '#admin/providers/access-control-provider.ts'
import { isStatus } from '#admin/providers/http-client.ts'
import { useFocusAfter } from '#admin/ui/focus.ts'
import { type MenuItem, MoreMenu } from '#admin/ui/MoreMenu.tsx'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { failed, succeeded } from '../notices.ts'
import { READ_VIEWS, type SavedView, useViewList, VIEWS, viewWords } from './saved-views.ts'
import type { ResourceList } from './use-resource-list.ts'

/** The menu of a list's views, with the actions on the current one. */
export function ViewsMenu({ resource, list }: { resource: Resource; list: ResourceList }) {
  const views = useViews(resource)
  /** The open dialog: for renaming a view, or for a new one. */
  const [asked, ask] = useState<{ view?: SavedView }>()
  const isPhone = useIsPhone()
  // The item that opened the dialog is gone with the menu.
  useFocusAfter(asked !== undefined)

  const { start } = views
  const shown = views.all.find(({ id }) => id === list.view)
  const differs =
    list.isLayoutChanged || list.words !== (shown ? viewWords(resource, shown.query) : '')
  const isOwn = shown?.owner === personNow()
  const mayChange = isOwn || (shown?.shared === true && canDoAll())
  const kept = {
    query: list.words.replace(/^\?/, ''),
    layout: Object.keys(list.layout).length > 0 ? list.layout : null,
  }

  const show = (view: SavedView | undefined, isCorrection = false) =>
    list.showView(
      view
        ? { search: viewWords(resource, view.query), view: view.id }
        : { search: '', view: start && ALL },
      isCorrection,
    )
  // An address without a query opens the default view.
  const begin = useEffectEvent(() => start && show(start, true))
  const isBare = list.view === undefined && list.words === ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the default view is loaded
  useEffect(() => {
    if (isBare) begin()
  }, [isBare, start?.id])

  const save = async (view: SavedView) => {
    await views.update(view, kept)
    list.changeLayout()
  }
  const remove = async (view: SavedView) => {
    await views.remove(view)
    show(undefined, true)
  }
  const name = async ({ name, shared = false }: Asked) => {
    if (asked?.view) return views.update(asked.view, { name })
    const id = await views.create({ name, shared, ...kept })
    // Unsaved changes to the previous view's layout now belong to this one.
    if (list.view !== undefined) list.changeLayout()
    list.showView({ search: list.words, view: id })
  }

  // A toast reports the failure.
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
    ...(view && view === start && { keys: translate('Default') }),
    choose: () => show(view),
  }))
  const others: MenuItem[] = [{ ...item('Save as new view…', () => ask({})), isApart: true }]
  if (shown && differs) {
    if (mayChange) others.push(item('Save changes', () => run(save(shown))))
    others.push(
      item('Reset', () => {
        list.changeLayout()
        show(shown)
      }),
    )
  }
  if (shown && mayChange) others.push(item('Rename…', () => ask({ view: shown })))
  if (shown && isOwn)
    others.push(
      item(shown.shared ? 'Stop sharing' : 'Share with everyone', () =>
        run(views.update(shown, { shared: !shown.shared })),
      ),
    )
  if (shown && shown !== start)
    others.push(item('Set as default view', () => run(views.startWith(shown))))
  else if (start) others.push(item('Remove default view', () => run(views.startWith(undefined))))
  if (shown && mayChange)
    others.push({ ...item('Delete view', () => run(remove(shown))), isDangerous: true })

  const title = shown?.name ?? translate('Views')
  const words = shown && differs ? translate('{name} (changed)', { name: title }) : title
  return (
    <>
      <MoreMenu
        icon={<PushpinOutlined aria-hidden="true" />}
        {...(isPhone ? { label: words } : { words })}
        isBusy={views.isPending}
        items={
          views.isFailed
            ? [item('Failed to load views. Retry', views.retry)]
            : [...choices, ...others]
        }
      />
      {asked ? (
        <ViewDialog
          view={asked.view}
          isSaving={views.isSaving}
          save={name}
          onClosed={() => ask(undefined)}
        />
      ) : null}
    </>
  )
}

/** Address parameter of the list without a view, where a view is the default. */
const ALL = 'all'

interface Asked {
  name: string
  shared?: boolean
}

/** Asks for the name of a new view, or a new name of `view`. */
function ViewDialog({
  view,
  isSaving,
  save,
  onClosed,
}: {
  view: SavedView | undefined
  isSaving: boolean
  save: (asked: Asked) => Promise<unknown>
  onClosed: () => void
}) {
  const [form] = Form.useForm<Asked>()
  const input = useRef<InputRef>(null)
  const [isOpen, setOpen] = useState(true)
  const close = () => setOpen(false)
  return (
    <Modal
      open={isOpen}
      width={440}
      title={translate(view ? 'Rename view' : 'Save as new view')}
      okText={translate('Save')}
      cancelText={translate('Cancel')}
      confirmLoading={isSaving}
      onOk={form.submit}
      onCancel={close}
      afterOpenChange={(opened) => (opened ? input.current?.select() : onClosed())}
    >
      <Form
        form={form}
        name="view"
        layout="vertical"
        initialValues={{ name: view?.name ?? '' }}
        // A toast reports the failure.
        onFinish={(asked) => void save({ ...asked, name: asked.name.trim() }).then(close, () => {})}
        onFinishFailed={() => input.current?.focus()}
      >
        <Form.Item
          name="name"
          label={translate('Name')}
          validateTrigger="onSubmit"
          rules={[{ required: true, whitespace: true, message: translate('Name is required.') }]}
        >
          <Input ref={input} maxLength={60} autoComplete="off" dir="auto" />
        </Form.Item>
        {view ? null : (
          <Form.Item name="shared" valuePropName="checked">
            <Checkbox>{translate('Share with everyone')}</Checkbox>
          </Form.Item>
        )}
      </Form>
    </Modal>
  )
}

const SETTINGS = registry.find(({ name }) => name === 'list-settings') as Resource

/** Reads and writes the views of a list and its default view. Writes reject with HttpError. */
function useViews(resource: Resource) {
  const views = useViewList(resource, true)
  const settings = useList<Row, HttpError>({
    ...READ_VIEWS,
    resource: SETTINGS.page,
    queryOptions: { staleTime: 60_000, retry: false },
  })
  const create = useCreate<Row, HttpError>()
  const update = useUpdate<Row, HttpError>()
  const remove = useDelete<Row, HttpError>()
  // A backend with changes but without views is not asked again.
  const isLacking = [views, settings.query].some(({ error }) => isStatus(error, 404))
  useEffect(() => {
    if (isLacking) setCapability(VIEWS.api.path, false)
  }, [isLacking])

  const rows = views.data?.data ?? []
  const isOwn = ({ owner }: SavedView) => owner === personNow()
  const all = [...rows.filter(isOwn), ...rows.filter((view) => !isOwn(view))]
  const setting = settings.result.data.find((one) => one.resource === resource.name)
  /** Options of a write: its notifications with Undo, and the queries to refresh. */
  const telling = (message: string, name: string) => ({
    mutationMode: 'pessimistic' as const,
    invalidates: ['list', 'many'] as ('list' | 'many')[],
    successNotification: (answer?: unknown) =>
      succeeded(
        translate(message, { name }),
        (answer as { changeId?: string } | undefined)?.changeId,
      ),
    errorNotification: (error?: unknown) =>
      failed(error as HttpError | undefined, 'Failed to save the view.', VIEWS),
  })

  return {
    /** The user's own first, then shared ones. */
    all,
    /** The default view of the list. */
    start: all.find(({ id }) => id === setting?.view),
    isPending: views.isPending || settings.query.isPending,
    isFailed: views.isError,
    isSaving: create.mutation.isPending || update.mutation.isPending,
    retry: () => {
      void views.refetch()
      void settings.query.refetch()
    },

    /** Returns the id of the new view. */
    async create(values: Partial<SavedView> & { name: string }): Promise<string> {
      const { data } = await create.mutateAsync({
        resource: VIEWS.page,
        values: { resource: resource.name, ...values },
        ...telling('View “{name}” saved.', values.name),
      })
      return String(data.id)
    },
    update: (view: SavedView, values: Partial<SavedView>) =>
      update.mutateAsync({
        resource: VIEWS.page,
        id: view.id,
        values,
        meta: { base: view },
        ...telling('View “{name}” saved.', values.name ?? view.name),
      }),
    remove: ({ id, name, version }: SavedView) =>
      remove.mutateAsync({
        resource: VIEWS.page,
        id,
        meta: { version },
        ...telling('View “{name}” deleted.', name),
      }),
    /** Sets the default view of the list; without one, removes it. */
    async startWith(view: SavedView | undefined) {
      const message = view ? '“{name}” is now the default view.' : 'The default view was removed.'
      const shared = { resource: SETTINGS.page, ...telling(message, view?.name ?? '') }
      if (setting)
        await update.mutateAsync({
          ...shared,
          id: setting.id,
          values: { view: view?.id ?? null },
          meta: { base: setting },
        })
      else
        await create.mutateAsync({ ...shared, values: { resource: resource.name, view: view?.id } })
    },
  }
}

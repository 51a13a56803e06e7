import { PlusOutlined } from '@ant-design/icons'
import { Button, Card, Empty, Flex } from 'antd'
import { useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { DraftNotices } from '#admin/drafts/DraftNotices.tsx'
import { draftPlace } from '#admin/drafts/drafts.ts'
import { useDrafts } from '#admin/drafts/use-autosave.ts'
import { readPlace, writePlace } from '#admin/format/form-address.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { setCapability } from '#admin/http/backend.ts'
import { hasChanges } from '#admin/http/session.ts'
import { canDo } from '#admin/providers/access-control-provider.ts'
import { useIsMissing } from '#admin/providers/use-present.ts'
import { AsyncBoundary } from '#admin/ui/Boundary.tsx'
import { useFocusAfter, useKeptFocus } from '#admin/ui/focus.ts'
import { loadable } from '#admin/ui/loadable.tsx'
import { PageHead } from '#admin/ui/PageHead.tsx'
import { useSingleKey } from '#admin/ui/shortcuts.ts'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { OwnRuns } from './actions/OwnActions.tsx'
import { useRuns } from './actions/use-runs.ts'
import { BackLink } from './BackLink.tsx'
import type { FormTarget } from './form/FormModal.tsx'
import { useFormStep } from './form/use-form-step.ts'
import { openNext, useOpened } from './inbox/use-opened.ts'
import { LazyDelete, LazyForm, PreloadForms } from './LazyDialogs.tsx'
import { ListArea, ListNotes } from './list/ListArea.tsx'
import { ListFiles } from './list/ListFiles.tsx'
import { ListFoot } from './list/ListFoot.tsx'
import { ListToolbar } from './list/ListToolbar.tsx'
import { useResourceList } from './list/use-resource-list.ts'
import css from './ResourcePage.module.css'
import { useSelection } from './selection/use-selection.ts'
import { useStatusMenu } from './use-status-menu.tsx'

const SelectionBar = loadable(
  () => import('./bulk/SelectionBar.tsx'),
  (module) => module.SelectionBar,
)

/** The screen of a resource, or a notice when the backend does not have the resource. */
export function ResourcePage({
  resource,
  record,
}: {
  resource: Resource
  /** Id of the record that is open beside the list. */
  record?: string
}) {
  const things = translateWithin(resource.label.many)
  if (!useIsMissing(resource.api.path)) return <PresentPage resource={resource} record={record} />
  return (
    <section>
      <PageHead />
      <Card>
        {/* Only this button asks the backend again. */}
        <Empty description={translate('This server has no {things}.', { things })}>
          <Button onClick={() => setCapability(resource.api.path, true)}>
            {translate('Check again')}
          </Button>
        </Empty>
      </Card>
    </section>
  )
}

/** The screen of a resource, generated from its declaration: list, search, pager, form and delete dialog. */
function PresentPage({ resource, record }: { resource: Resource; record: string | undefined }) {
  const list = useResourceList(resource)
  const [toDelete, setToDelete] = useState<Row>()
  const addressed = useAddressedForm(resource)
  const area = useRef<HTMLElement>(null)
  const runs = useRuns(resource, list)
  const drafts = useDrafts(draftPlace(resource)).filter(({ record }) =>
    resource.actions.includes(record === '' ? 'create' : 'edit'),
  )
  const selection = useSelection(list)
  /** The selection bar stays mounted after the first selection, so that its dialogs and results remain. */
  const [hasChosen, setChosen] = useState(false)
  if (!hasChosen && selection && selection.count > 0) setChosen(true)
  const status = useStatusMenu(resource)
  const beside = useOpened(resource, record)
  useKeptFocus(area, { isPending: list.isPending })
  const { add } = addressed
  useSingleKey('n', add, canDo(resource, 'create'))
  const opened = addressed.target
  useFocusAfter(opened !== undefined)

  return (
    <section ref={area}>
      <BackLink />
      <PageHead>
        <Flex wrap align="center" gap={8}>
          {hasChanges() && !list.deleted ? <ListFiles resource={resource} list={list} /> : null}
          {canDo(resource, 'create') ? <AddButton resource={resource} add={add} /> : null}
        </Flex>
      </PageHead>
      <DraftNotices
        drafts={drafts}
        open={({ record }) => (record === '' ? add() : addressed.open({ id: record }))}
      />
      <Card>
        <ListToolbar resource={resource} list={list} runs={runs} selection={selection} />
        <ListNotes resource={resource} list={list} />
        <ListArea
          resource={resource}
          list={list}
          add={add}
          edit={addressed.open}
          remove={setToDelete}
          runs={runs}
          selection={selection}
          opened={beside}
          status={list.deleted ? undefined : status}
        />
        {/* Fixed at the bottom of the window during a selection, without covering the last row. */}
        <div className={css.dock}>
          <ListFoot resource={resource} list={list} />
          {selection && hasChosen ? (
            <AsyncBoundary>
              <SelectionBar resource={resource} list={list} selection={selection} />
            </AsyncBoundary>
          ) : null}
        </div>
      </Card>
      {opened ? (
        <LazyForm
          key={opened.mode === 'edit' ? opened.id : ''}
          resource={resource}
          target={opened}
          onClosed={addressed.close}
          begin={runs.begin}
        />
      ) : null}
      {toDelete ? (
        <LazyDelete
          resource={resource}
          row={toDelete}
          onDeleted={() => {
            if (beside.id === toDelete.id) openNext(beside, list.rows)
          }}
          onClosed={() => setToDelete(undefined)}
        />
      ) : null}
      {status.question}
      {list.isPending ? null : <PreloadForms />}
      <OwnRuns resource={resource} total={list.total} runs={runs} />
    </section>
  )
}

/** Creates a record. On phones it floats within the thumb's reach. */
function AddButton({ resource, add }: { resource: Resource; add: () => void }) {
  const words = translate(resource.messages.add)
  const isPhone = useIsPhone()
  return (
    <Button
      type="primary"
      icon={<PlusOutlined aria-hidden="true" />}
      onClick={add}
      {...(isPhone && {
        ...{ className: css.thumb ?? '', shape: 'circle' as const },
        ...{ 'aria-label': words, title: words },
      })}
    >
      {isPhone ? null : translate(resource.messages.add)}
    </Button>
  )
}

/**
 * Reads the form over the list from the address: ?edit=42, or ?add for a new record. Its target is undefined
 * without a form, or if the resource or the role has none. The list keeps its query.
 */
function useAddressedForm(resource: Resource) {
  const { pathname, search } = useLocation()
  const place = readPlace(search)
  const { edited, isAdding } = place
  const step = useFormStep()
  const to = (id: string | undefined, adds = false) => ({
    pathname,
    search: writePlace({ ...place, edited: id, isAdding: adds }),
  })
  let target: FormTarget | undefined
  if (edited !== undefined && resource.actions.includes('edit'))
    target = { mode: 'edit', id: edited }
  else if (isAdding && canDo(resource, 'create')) target = { mode: 'create' }
  return {
    target,
    add: () => step.open(to(undefined, true)),
    open: ({ id }: Pick<Row, 'id'>) => step.open(to(id)),
    close: () => step.close(to(undefined)),
  }
}

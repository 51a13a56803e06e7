import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useCallback, useRef, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import { pageAddress } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import { note } from '#admin/http/backend.ts'
import { hasChanges } from '#admin/http/session.ts'
import { useIsLacking } from '#admin/providers/use-present.ts'
import { ButtonRow } from '#admin/ui/ButtonRow.tsx'
import { useKeptFocus } from '#admin/ui/focus.ts'
import { EmptyNotice } from '#admin/ui/Notice.tsx'
import { PageHead } from '#admin/ui/PageHead.tsx'
import { Sheet } from '#admin/ui/Sheet.tsx'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { OwnRuns } from './actions/lazy.tsx'
import { useRuns } from './actions/use-runs.ts'
import { BackLink } from './BackLink.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'
import { DraftNotices } from './DraftNotices.tsx'
import { ExportMenu } from './export/ExportMenu.tsx'
import { FormModal, type FormTarget } from './form/FormModal.tsx'
import { interruptedForm } from './form/use-form-draft.ts'
import { ListArea } from './list/ListArea.tsx'
import { ListFoot } from './list/ListFoot.tsx'
import { ListNotes } from './list/ListNotes.tsx'
import { ListTools } from './list/ListTools.tsx'
import { useFlagWrites } from './list/use-flag-writes.ts'
import { useNewRecord } from './list/use-new-record.ts'
import { useResourceList } from './list/use-resource-list.ts'
import { May } from './May.tsx'
import { Dock } from './selection/Dock.tsx'
import { SelectionBar } from './selection/lazy.tsx'
import { useSelection } from './selection/use-selection.ts'

/** The screen of a resource; of one that the backend does not have, no more than that. */
export function ResourcePage({ resource }: { resource: Resource }) {
  if (!useIsLacking(resource)) return <PresentPage resource={resource} />
  return (
    <section>
      <PageHead />
      <Sheet>
        <Lacking resource={resource} />
      </Sheet>
    </section>
  )
}

/** The whole screen of a resource, made from its declaration: list, search, pager, form and delete question. */
function PresentPage({ resource }: { resource: Resource }) {
  const list = useResourceList(resource)
  const [target, setTarget] = useState(() => interrupted(resource))
  const [toDelete, setToDelete] = useState<Row>()
  const addressed = useAddressedRecord(resource)
  const area = useRef<HTMLElement>(null)
  const add = useCallback(() => setTarget({ mode: 'create' }), [])
  const edit = useCallback((row: Row) => setTarget({ mode: 'edit', id: row.id }), [])
  const fresh = useNewRecord(resource, list)
  const runs = useRuns()
  const selection = useSelection(resource, list)
  const flags = useFlagWrites(resource)
  useKeptFocus(area, { isPending: list.isPending })
  const { messages } = resource
  const { search, filters, sort } = list
  const opened: FormTarget | undefined =
    target ?? (addressed.id === undefined ? undefined : { mode: 'edit', id: addressed.id })
  const closeForm = () => {
    setTarget(undefined)
    if (addressed.id === undefined) return
    addressed.leave()
    // No button of this page opened the form, so none gets the focus back.
    area.current?.querySelector('h1')?.focus()
  }

  return (
    <section ref={area}>
      <BackLink />
      <PageHead>
        <ButtonRow>
          {hasChanges() && !list.deleted ? (
            <ExportMenu
              resource={resource}
              query={{ search, filters, sort }}
              isDisabled={list.total === 0}
            />
          ) : null}
          <May resource={resource} action="create">
            <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={add}>
              {translate(messages.add)}
            </Button>
          </May>
        </ButtonRow>
      </PageHead>
      <DraftNotices resource={resource} open={setTarget} />
      <Sheet>
        <ListTools resource={resource} list={list} runs={runs} selection={selection} />
        <ListNotes resource={resource} list={list} />
        <ListArea
          resource={resource}
          list={list}
          fresh={fresh}
          add={add}
          edit={edit}
          remove={setToDelete}
          runs={runs}
          selection={selection}
          flags={flags}
        />
        <Dock>
          <ListFoot resource={resource} list={list} fresh={fresh.row} />
          {selection ? (
            <SelectionBar resource={resource} list={list} selection={selection} />
          ) : null}
        </Dock>
      </Sheet>
      {opened ? (
        <FormModal
          key={opened.mode === 'edit' ? opened.id : ''}
          resource={resource}
          target={opened}
          onCreated={fresh.note}
          onClosed={closeForm}
        />
      ) : null}
      {toDelete ? (
        <DeleteDialog
          resource={resource}
          row={toDelete}
          onDeleted={() => fresh.forget(toDelete.id)}
          onClosed={() => setToDelete(undefined)}
        />
      ) : null}
      <OwnRuns resource={resource} list={list} runs={runs} />
    </section>
  )
}

/** The form that the end of a session closed opens again by itself. */
function interrupted(resource: Resource): FormTarget | undefined {
  const id = interruptedForm(resource)
  if (id === undefined) return undefined
  return id === '' ? { mode: 'create' } : { mode: 'edit', id }
}

/** In the place of a list that the backend does not have (WIRE-07). Nobody asks again but by the button. */
function Lacking({ resource }: { resource: Resource }) {
  const things = translate(resource.label.many).toLowerCase()
  return (
    <EmptyNotice text={translate('This backend has no {things}.', { things })}>
      <Button onClick={() => note(resource.api.path, true)}>{translate('Ask again')}</Button>
    </EmptyNotice>
  )
}

/**
 * The record that the address names: /admin/users/42 is the list of users with that one's form open.
 * Gives its id, undefined when there is none or the resource has no form for it, and the way back to the
 * list's own address: the list keeps its query, and Back leads to where the visitor came from.
 */
function useAddressedRecord({ page, actions }: Resource) {
  // Not called `id`: Refine takes a parameter of that name for the record of whatever form is open.
  const { record } = useParams<'record'>()
  const { search, state } = useLocation()
  const navigate = useNavigate()
  return {
    id: actions.includes('edit') ? record : undefined,
    leave: () => {
      if (record !== undefined)
        void navigate({ pathname: pageAddress(page), search }, { replace: true, state })
    },
  }
}

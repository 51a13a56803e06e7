import { Button, Flex, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import type { Resource } from '#model/resource.ts'
import type { ResourceList } from '../list/use-resource-list.ts'
import type { Selection } from '../selection/use-selection.ts'
import { changeOf, type Deed, doneWords, doWords, isTyped, titleOf } from './deeds.ts'
import { Outcome } from './Outcome.tsx'
import { useBulk } from './use-bulk.ts'
import { ValueControl } from './ValueControl.tsx'

/** So long a pause in typing is the end of it. */
const PAUSE = 400

/**
 * A change of the chosen records (LIST-06): first what would come of it, and which stay as they are and why; then,
 * once it is wanted, what came of it. What could not be changed stays chosen.
 */
export function BulkDialog({
  resource,
  list,
  selection,
  deed: asked,
  onDone,
  onUndo,
  onClosed,
}: {
  resource: Resource
  list: ResourceList
  selection: Selection
  deed: Deed
  /** Some were changed, by this change. */
  onDone: (text: string, change: string | undefined) => void
  onUndo: (change: string) => void
  onClosed: () => void
}) {
  const [isOpen, setOpen] = useState(true)
  const [deed, setDeed] = useState(asked)
  /** What was chosen as it began: the selection changes once it is done. */
  const [chosen] = useState({ isAll: selection.isAll, names: selection.names })
  const [count] = useState(selection.count)
  const pause = deed.kind === 'set' && !deed.isNone && isTyped(deed.field) ? PAUSE : 0
  const bulk = useBulk(resource, list, chosen, changeOf(resource, deed), pause)
  const { state } = bulk
  const no = useRef<HTMLButtonElement>(null)
  const close = () => state.phase === 'applying' || setOpen(false)

  const apply = () =>
    bulk.apply((applied, stayed) => {
      selection.take(new Map(stayed.flatMap(({ id, name }) => (id ? [[id, name] as const] : []))))
      if (stayed.length > 0) return
      setOpen(false)
      onDone(doneWords(resource, deed, applied.counts.changed), applied.id)
    })
  // The button that was pressed is gone then.
  useEffect(() => {
    if (state.phase === 'done') no.current?.focus()
  }, [state.phase])

  const planned = 'plan' in state ? state.plan : undefined
  const { changed = 0 } = planned?.counts ?? {}
  return (
    <Modal
      open={isOpen}
      width={560}
      title={titleOf(resource, deed, planned?.items.length ?? count)}
      onCancel={close}
      maskClosable={false}
      closable={state.phase !== 'applying'}
      afterOpenChange={(opened) => (opened ? focusFirst(no.current) : onClosed())}
      footer={
        <>
          <Button ref={no} disabled={state.phase === 'applying'} onClick={close}>
            {translate(state.phase === 'done' ? 'Close' : 'Cancel')}
          </Button>
          {state.phase === 'failed' ? (
            <Button type="primary" onClick={bulk.planAgain}>
              {translate(state.isUnsure ? 'Look what was done' : 'Try again')}
            </Button>
          ) : null}
          {state.phase === 'done' ? null : state.phase === 'failed' ? null : (
            <Button
              type="primary"
              danger={deed.kind === 'delete'}
              disabled={changed === 0}
              loading={state.phase === 'applying'}
              onClick={apply}
            >
              {doWords(deed, planned ? changed : count, planned?.items.length ?? count)}
            </Button>
          )}
        </>
      }
    >
      <Flex vertical gap={16} style={{ paddingBlockEnd: 16 }}>
        {deed.kind === 'set' && asked.kind === 'set' && asked.value === undefined ? (
          <ValueControl
            resource={resource}
            field={deed.field}
            isDisabled={state.phase === 'applying' || state.phase === 'done'}
            onChange={(wanted) => setDeed({ kind: 'set', field: deed.field, ...wanted })}
          />
        ) : null}
        <Outcome
          resource={resource}
          deed={deed}
          state={state}
          count={count}
          onUndo={(change) => {
            setOpen(false)
            onUndo(change)
          }}
        />
      </Flex>
    </Modal>
  )
}

/** What is to be set comes first; where there is nothing to choose, what changes nothing. */
function focusFirst(no: HTMLElement | null): void {
  const dialog = no?.closest('.ant-modal')
  const control = dialog?.querySelector<HTMLElement>('.ant-modal-body :is(select, input)')
  ;(control ?? no)?.focus()
}

import { type HttpError, useNotification } from '@refinedev/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Checkbox, Flex, Form, Modal, Spin, Typography } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { clearedOf } from '#admin/providers/adapters/draft.ts'
import { applyChange, planChange, useRefresh } from '#admin/providers/changes.ts'
import { useDebounced } from '#admin/ui/use-debounced.ts'
import type { Applied, Plan, PlannedItem } from '#contract/changes.ts'
import { writeListQuery } from '#contract/list-query.ts'
import type { Field } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { FieldInput } from '../form/FieldItem.tsx'
import type { ResourceList } from '../list/use-resource-list.ts'
import { failed, NO_ANSWER_DONE, succeeded } from '../notices.ts'
import type { Selection } from '../selection/use-selection.ts'
import {
  type BulkAction,
  type Change,
  changeOf,
  countedRecords,
  doneWords,
  doWords,
  fromControl,
  titleOf,
} from './bulk-actions.ts'

/** Pause (ms) after which typing counts as finished. */
const PAUSE = 400

/**
 * A change of the selected records: a preview as soon as the change is complete, then the change. Records that were
 * refused, or changed by another user meanwhile, remain unchanged and selected.
 */
export function BulkDialog({
  resource,
  list: { search, filters, deleted },
  selection,
  action: asked,
  onClosed,
}: {
  resource: Resource
  list: ResourceList
  selection: Selection
  action: BulkAction
  onClosed: () => void
}) {
  const { open: notify } = useNotification()
  const refresh = useRefresh()
  const body = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(true)
  const [action, setAction] = useState(asked)
  // Keeps the initial selection, which changes after the write.
  const [{ count, records }] = useState(() => ({
    count: selection.count,
    records: selection.isAll
      ? { query: writeListQuery({ search, filters, ...(deleted && { deleted }) }).slice(1) }
      : { ids: [...selection.ids] },
  }))
  const change = changeOf(resource, action)
  const wanted = JSON.stringify(change)
  const isTyping = useDebounced(wanted, PAUSE) !== wanted
  const planned = useQuery<Plan, HttpError>({
    queryKey: ['plan', resource.name, records, wanted],
    queryFn: ({ signal }) =>
      planChange({ resource: resource.name, change: change as Change, ...records }, signal),
    enabled: change !== undefined && !isTyping,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const apply = useMutation<Applied, HttpError, Plan>({
    mutationFn: ({ digest, items }) =>
      applyChange({
        ...{ digest, resource: resource.name, change: change as Change },
        ids: items.flatMap(({ id, version }) => (id && version ? `${id}@${version}` : (id ?? []))),
        without: items.filter(isSkipped).flatMap(({ id }) => id ?? []),
      }),
    // Runs even if the page was left meanwhile.
    onSuccess: ({ id, counts, clashed }, { items }) => {
      const stayed = [...items.filter(isSkipped), ...clashed].flatMap((one) => one.id ?? [])
      selection.choose(stayed)
      setOpen(false)
      const words = [doneWords(resource, action, counts.changed)]
      if (stayed.length > 0)
        words.push(
          translate('Not changed and still selected: {records}.', {
            records: countedRecords(resource, stayed.length),
          }),
        )
      const message = words.join(' ')
      notify?.(
        counts.changed > 0
          ? succeeded(message, id)
          : { type: 'error', description: translate('Error'), message },
      )
    },
    onSettled: () => void refresh([resource.name]),
  })
  const { isPending: isApplying } = apply
  const plan = change && !isTyping && !planned.isFetching ? planned.data : undefined
  const error = apply.error ?? (change && !planned.isFetching ? planned.error : null)
  const changed = plan?.counts.changed ?? 0
  const all = plan?.items.length ?? count
  const close = () => setOpen(false)
  const again = () => {
    apply.reset()
    void planned.refetch()
  }

  const content = (): ReactNode => {
    if (error) {
      const { message } = failed(error, 'Failed to apply the change.', undefined, NO_ANSWER_DONE)
      return <Alert type="error" role="none" message={message} />
    }
    if (plan) return <PlanTable resource={resource} action={action} plan={plan} />
    return (
      <Typography.Text type="secondary">
        {change ? (
          <>
            <Spin size="small" />{' '}
            {translate('Checking {records}. Nothing is changed yet.', {
              records: countedRecords(resource, count),
            })}
          </>
        ) : (
          translate('Choose a value to preview the changes.')
        )}
      </Typography.Text>
    )
  }
  return (
    <Modal
      open={isOpen}
      width={560}
      title={titleOf(resource, action, all)}
      maskClosable={false}
      closable={!isApplying}
      keyboard={!isApplying}
      onCancel={close}
      afterOpenChange={(opened) => (opened ? focusFirst(body.current) : onClosed())}
      okText={error ? translate('Try again') : doWords(action, plan ? changed : count, all)}
      onOk={error ? again : () => plan && apply.mutate(plan)}
      confirmLoading={isApplying}
      okButtonProps={{
        danger: action.kind === 'delete' && !error,
        disabled: changed === 0 && !error,
      }}
      cancelText={translate('Cancel')}
      cancelButtonProps={{ disabled: isApplying }}
    >
      <Flex ref={body} vertical gap={16} style={{ minHeight: 64, paddingBlockEnd: 16 }}>
        {asked.kind === 'set' && asked.value === undefined ? (
          <ValueForm
            resource={resource}
            field={asked.field}
            isDisabled={isApplying}
            onChange={(next) => {
              apply.reset()
              setAction(next)
            }}
          />
        ) : null}
        <Flex vertical gap={12} role="status">
          {content()}
        </Flex>
      </Flex>
    </Modal>
  )
}

/** Focuses the first control, or Cancel without one. */
function focusFirst(body: HTMLElement | null) {
  const cancel = body
    ?.closest('[role=dialog]')
    ?.querySelector<HTMLElement>('.ant-modal-footer button')
  ;(body?.querySelector<HTMLElement>('input, textarea') ?? cancel)?.focus()
}

const WILL = {
  set: '{records} will change.',
  delete: '{records} will be deleted.',
  restore: '{records} will be restored.',
} as const

/** Returns whether a plan skips a record that should change. */
function isSkipped({ state }: PlannedItem): boolean {
  return state === 'refused' || state === 'stale'
}

/** The value to set, in the control of the record's form. A field that may be empty can be cleared. */
function ValueForm({
  resource,
  field,
  isDisabled,
  onChange,
}: {
  resource: Resource
  field: Field
  isDisabled: boolean
  onChange: (action: BulkAction) => void
}) {
  const [form] = Form.useForm<{ value?: unknown; isNone?: boolean }>()
  const isNone = Form.useWatch('isNone', form) ?? false
  return (
    <Form
      form={form}
      layout="vertical"
      disabled={isDisabled}
      onValuesChange={(_, { value, isNone: none = false }) =>
        onChange({
          ...{ kind: 'set', field },
          ...(none ? { isNone: true } : { value: fromControl(resource, field, value) }),
        })
      }
    >
      <Form.Item name="value" label={translate(field.label)} hidden={isNone}>
        <FieldInput resource={resource} mode="edit" field={field} none="Choose…" />
      </Form.Item>
      {clearedOf(resource.update, field) === undefined ? null : (
        <Form.Item name="isNone" valuePropName="checked" style={{ margin: 0 }}>
          <Checkbox>{translate('No value')}</Checkbox>
        </Form.Item>
      )}
    </Form>
  )
}

/** The preview of a change. */
function PlanTable({
  resource,
  action,
  plan: { counts, items },
}: {
  resource: Resource
  action: BulkAction
  plan: Plan
}) {
  const question =
    action.kind === 'set' && action.field.kind === 'select'
      ? action.field.asks?.[String(action.value)]
      : undefined
  const stay = items.filter(isSkipped)
  const said = (text: string, count: number) =>
    translate(text, { records: countedRecords(resource, count) })
  return (
    <>
      {counts.changed > 0 ? (
        <>
          <details>
            <summary style={{ cursor: 'pointer' }}>
              <strong>{said(WILL[action.kind], counts.changed)}</strong>
            </summary>
            {namesOf(items.filter(({ state }) => state === 'changed'))}
          </details>
          {action.kind === 'delete' ? (
            <p>
              {translate(
                'You can restore them for a limited time. To find them, filter the list by “Show: Deleted”.',
              )}
            </p>
          ) : null}
          {question ? <p>{translate(question.text)}</p> : null}
        </>
      ) : (
        <strong>{translate('Nothing would change.')}</strong>
      )}
      {counts.unchanged > 0 ? (
        <p>{said('No change needed: {records}.', counts.unchanged)}</p>
      ) : null}
      {stay.length > 0 ? (
        <Alert
          type="warning"
          role="none"
          message={said('{records} will not change:', stay.length)}
          description={[...new Set(stay.map(({ reason = '' }) => reason))].map((why) => (
            <div key={why} style={{ overflowWrap: 'anywhere' }}>
              <p>{why || translate('No reason was given.')}</p>
              {namesOf(stay.filter(({ reason = '' }) => reason === why))}
            </div>
          ))}
        />
      ) : null}
    </>
  )
}

/** Maximum number of names per group; the others are counted. */
const MOST = 50

function namesOf(items: readonly PlannedItem[]): string {
  const names = items.slice(0, MOST).map(({ name }) => name)
  const more = items.length - names.length
  return [...names, ...(more > 0 ? [translate('and {count} more', { count: more })] : [])].join(
    ', ',
  )
}

import { WarningOutlined } from '@ant-design/icons'
import { type HttpError, useNotification } from '@refinedev/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  Alert,
  Button,
  Drawer,
  Flex,
  Form,
  Input,
  type InputRef,
  Table,
  type TableColumnsType,
  Tabs,
  Tag,
  Typography,
} from 'antd'
import { useRef, useState } from 'react'
import { pageAddress } from '#admin/format/addresses.ts'
import { formatNumber } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { fixRow, importKey, ROWS, readImportRows } from '#admin/providers/imports.ts'
import { Absent } from '#admin/ui/Absent.tsx'
import { DiscardDialog } from '#admin/ui/DiscardDialog.tsx'
import { useKeptFocus } from '#admin/ui/focus.ts'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import type { Import, ImportRow, ImportRowPage, RowFault, RowState } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { FieldValue } from '../changes/FieldTable.tsx'
import { columnAt, isNothing } from '../changes/values.ts'
import { PageNav } from '../list/PageNav.tsx'
import { failed, succeeded } from '../notices.ts'
import css from './Import.module.css'

const STATES: Readonly<Record<RowState, [word: string, color: string]>> = {
  waiting: ['Waiting', 'default'],
  create: ['New', 'blue'],
  update: ['Changed', 'green'],
  unchanged: ['Unchanged', 'default'],
  refused: ['With errors', 'red'],
}

const SHOWN = ['all', 'create', 'update', 'unchanged', 'refused'] as const
type Shown = (typeof SHOWN)[number]

/** Rows of the file beside the stored values, grouped by the effect of the import. */
export function Rows({ resource, about }: { resource: Resource; about: Import }) {
  const { rows: all, counts } = about
  const [{ shown, page }, show] = useState<{ shown: Shown; page: number }>(() => ({
    shown: counts.refused > 0 ? 'refused' : 'all',
    page: 1,
  }))
  const [fixed, fix] = useState<ImportRow>()
  const isPhone = useIsPhone()
  const area = useRef<HTMLDivElement>(null)
  // A row that was fixed may leave the table, with the button that had the focus.
  useKeptFocus(area, { fallback: '[role=tab][aria-selected=true]' })
  const { data, error, isPlaceholderData, refetch } = useQuery<ImportRowPage, HttpError>({
    queryKey: [...importKey(resource, about.id), 'rows', shown, page],
    queryFn: ({ signal }) =>
      readImportRows(
        resource,
        about.id,
        { state: shown === 'all' ? undefined : shown, page },
        signal,
      ),
    placeholderData: keepPreviousData,
    // Other columns produce other rows, so do not cache them.
    gcTime: 0,
  })
  const pages = Math.max(1, Math.ceil((data?.pagination.total ?? 0) / ROWS))
  // After corrections, fewer pages have errors.
  if (data && !isPlaceholderData && page > pages) show({ shown, page: pages })
  const filled = about.columns.flatMap(({ field: path }, at): FilledColumn[] => {
    const known = about.fields.find((one) => one.path === path)
    if (!known) return []
    const isSecret = resource.fields.some((one) => one.path === path && one.kind === 'password')
    return [{ at, isSecret, path: known.path, label: translate(known.label), hint: known.hint }]
  })
  const columns: TableColumnsType<ImportRow> = [
    {
      title: translate('Row'),
      rowScope: 'row',
      // On phones, a fixed column would leave no room for the others.
      ...(!isPhone && { fixed: 'left' as const }),
      render: (_, row) => <RowHead {...{ resource, row, fix }} />,
    },
    ...filled.map((one) => ({
      key: one.at,
      title: one.label,
      render: (_: unknown, row: ImportRow) => <RowCell {...{ resource, row, filled: one }} />,
    })),
  ]
  return (
    <div ref={area}>
      <Tabs
        activeKey={shown}
        onChange={(next) => show({ shown: next as Shown, page: 1 })}
        items={SHOWN.map((key) => ({
          key,
          label: (
            <>
              {translate(key === 'all' ? 'All' : STATES[key][0])}
              <Typography.Text
                strong
                {...(key === 'refused' && counts.refused > 0 && { type: 'danger' as const })}
                style={{ marginInlineStart: 6 }}
              >
                {formatNumber(key === 'all' ? all : counts[key])}
              </Typography.Text>
            </>
          ),
          children:
            key !== shown ? null : error ? (
              <FailureNotice
                text={error.message || translate('Failed to load the rows.')}
                retry={() => void refetch()}
              />
            ) : (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
              <section className={css.rows} tabIndex={0} aria-label={translate('Rows of the file')}>
                <Table<ImportRow>
                  rowKey="line"
                  dataSource={data?.rows}
                  loading={!data || isPlaceholderData}
                  pagination={false}
                  locale={{ emptyText: translate('There are no rows.') }}
                  onRow={({ line }) => ({ 'data-row': line }) as object}
                  columns={columns}
                />
              </section>
            ),
        }))}
      />
      {pages > 1 ? (
        <Flex justify="end" style={{ paddingBlockStart: 12 }}>
          <PageNav page={page} pages={pages} goTo={(next) => show({ shown, page: next })} />
        </Flex>
      ) : null}
      {fixed ? (
        <FixDrawer {...{ resource, about, filled }} row={fixed} onClosed={() => fix(undefined)} />
      ) : null}
    </div>
  )
}

function RowHead({
  resource,
  row,
  fix,
}: {
  resource: Resource
  row: ImportRow
  fix: (row: ImportRow) => void
}) {
  const [word, color] = STATES[row.state]
  return (
    <div className={css.cell}>
      <Flex align="center" gap={8}>
        <Typography.Text type="secondary">{row.line}</Typography.Text>
        <Tag color={color}>{translate(word)}</Tag>
        {row.state === 'refused' ? (
          <Button
            size="small"
            aria-label={translate('Fix row {line}', { line: row.line })}
            onClick={() => fix(row)}
          >
            {translate('Fix')}
          </Button>
        ) : null}
      </Flex>
      {row.id === undefined || !row.name ? null : (
        <Typography.Link
          ellipsis
          underline
          href={pageAddress(resource.page, row.id)}
          target="_blank"
          rel="noreferrer"
        >
          <bdi>{row.name}</bdi>
        </Typography.Link>
      )}
      <Faults faults={row.faults.filter(({ column }) => column === undefined)} />
    </div>
  )
}

function Faults({ faults }: { faults: readonly RowFault[] }) {
  return faults.map(({ message }) => (
    <Typography.Text
      key={message}
      type="danger"
      style={{ display: 'block', fontSize: 12, fontWeight: 400 }}
      dir="auto"
    >
      <WarningOutlined aria-hidden="true" /> {message}
    </Typography.Text>
  ))
}

/** A cell of the file, with the stored value before it. */
function RowCell({
  resource,
  row,
  filled: { at, path },
}: {
  resource: Resource
  row: ImportRow
  filled: FilledColumn
}) {
  const change = row.fields?.[path]
  const text = row.cells[at] ?? ''
  const words = text || <Absent text="–" />
  return (
    <div className={css.cell}>
      {change && !isNothing(change.was) ? (
        <Typography.Text delete type="secondary">
          <span className="sr-only">{translate('Now:')} </span>
          <FieldValue {...{ resource, path }} column={columnAt(resource, path)} is={change.was} />
        </Typography.Text>
      ) : null}
      {change ? (
        <ins className={css.text} data-tint="green" dir="auto">
          <span className="sr-only">{translate('Then:')} </span>
          {words}
        </ins>
      ) : (
        <span className={css.text} dir="auto" title={text}>
          {words}
        </span>
      )}
      <Faults faults={row.faults.filter((fault) => fault.column === at)} />
    </div>
  )
}

interface FilledColumn {
  /** Position in the file, from 0. */
  at: number
  path: string
  label: string
  hint: string
  /** True for passwords, which are hidden. */
  isSecret: boolean
}

/** Edits the cells of a row with errors. Stays open until there are none. */
function FixDrawer({
  resource,
  about,
  filled,
  row,
  onClosed,
}: {
  resource: Resource
  about: Import
  filled: readonly FilledColumn[]
  row: ImportRow
  onClosed: () => void
}) {
  const [isOpen, setOpen] = useState(true)
  const [asksDiscard, setAsksDiscard] = useState(false)
  const [form] = Form.useForm<Record<string, string>>()
  const first = useRef<InputRef>(null)
  const { open: notify } = useNotification()
  const client = useQueryClient()
  const { line } = row
  const { mutate, data, isPending } = useMutation<ImportRow, HttpError, Record<string, string>>({
    mutationFn: (cells) => fixRow(resource, about.id, line, cells),
    onSuccess: (next) => {
      if (next.faults.length === 0) {
        setOpen(false)
        notify?.(succeeded(translate('Row {line} is fixed.', { line })))
      }
      // Other rows may be affected, such as two with the same address.
      return client.invalidateQueries({ queryKey: importKey(resource, about.id) })
    },
    onError: (error) => notify?.(failed(error, 'Failed to save the row. Try again.')),
  })
  const now = data ?? row
  const faultsAt = (at: number) => now.faults.filter(({ column }) => column === at)
  const start = filled.find(({ at }) => faultsAt(at).length > 0) ?? filled[0]
  const textOf = ({ at, isSecret }: FilledColumn) => (isSecret ? '' : (now.cells[at] ?? ''))
  // The file's password is never shown. The user types a new one, or it stays.
  const changedIn = (values: Readonly<Record<string, string>>) =>
    filled.filter((one) => values[one.at] !== textOf(one))
  const close = () =>
    changedIn(form.getFieldsValue()).length > 0 ? setAsksDiscard(true) : setOpen(false)
  const save = (values: Readonly<Record<string, string>>) => {
    const changed = changedIn(values)
    if (changed.length === 0) setOpen(false)
    else mutate(Object.fromEntries(changed.map(({ at }) => [at, values[at] ?? ''])))
  }
  const own = now.faults.filter(({ column }) => column === undefined)
  return (
    <Drawer
      open={isOpen}
      width="min(480px, 100vw)"
      title={translate('Fix row {line}', { line })}
      autoFocus={false}
      maskClosable={!isPending}
      keyboard={!isPending}
      closable={!isPending}
      onClose={close}
      afterOpenChange={(opened) => (opened ? first.current?.focus() : onClosed())}
      extra={
        <Button type="primary" htmlType="submit" form="fix" loading={isPending}>
          {translate('Save')}
        </Button>
      }
    >
      {own.length > 0 ? (
        <Alert
          type="error"
          style={{ marginBlockEnd: 16 }}
          message={own.map(({ message }) => <p key={message}>{message}</p>)}
        />
      ) : null}
      <Form
        form={form}
        name="fix"
        layout="vertical"
        initialValues={Object.fromEntries(filled.map((one) => [one.at, textOf(one)]))}
        onFinish={save}
      >
        {filled.map((one) => {
          const [fault] = faultsAt(one.at)
          const text = textOf(one)
          const control = {
            dir: 'auto',
            autoComplete: one.isSecret ? 'new-password' : 'off',
            ...(fault && { 'aria-invalid': true }),
            ...(one === start && { ref: first }),
          }
          return (
            <Form.Item
              key={one.at}
              name={String(one.at)}
              label={one.label}
              extra={translate('Format: {hint}', { hint: translate(one.hint) })}
              {...(fault && { help: fault.message, validateStatus: 'error' as const })}
            >
              {one.isSecret ? (
                <Input.Password {...control} />
              ) : text.length > 60 || text.includes('\n') ? (
                <Input.TextArea {...control} autoSize={{ maxRows: 10 }} />
              ) : (
                <Input {...control} />
              )}
            </Form.Item>
          )
        })}
      </Form>
      <DiscardDialog
        isOpen={asksDiscard}
        keep={() => setAsksDiscard(false)}
        discard={() => {
          setAsksDiscard(false)
          setOpen(false)
        }}
      />
    </Drawer>
  )
}

import { WarningOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Button, Flex, Input, Table, Tag, Typography } from 'antd'
import { type CSSProperties, type KeyboardEvent, type Ref, useMemo, useRef, useState } from 'react'
import { pageAddress } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import { Absent } from '#admin/ui/Absent.tsx'
import { takeFocus } from '#admin/ui/focus.ts'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import {
  type Import,
  type ImportRow,
  MASKED,
  type RowFault,
  type RowState,
} from '#contract/imports.ts'
import type { Column } from '#model/columns.ts'
import { splitAtCommas } from '#model/comma-list.ts'
import type { Resource } from '#model/resource.ts'
import { columnAt } from '../changes/column-at.ts'
import { FieldValue } from '../changes/FieldTable.tsx'
import { isNothing } from '../changes/lines-of.ts'
import { isPassword } from './matching.ts'
import css from './RowTable.module.css'
import type { Rows } from './use-rows.ts'

/** A column of the file that fills a field. */
interface FilledColumn {
  /** Its place in the file, from 0. */
  at: number
  path: string
  label: string
  hint: string | undefined
  /** A password. */
  isSecret: boolean
  /** How the rest of the console shows that field. */
  column: Column | undefined
}

interface Props {
  resource: Resource
  about: Import
  rows: Rows
}

/** The rows of the file beside the values of the stored records. A wrong value is fixed in its cell. */
export function RowTable({ resource, about, rows }: Props) {
  const filled = useFilled(resource, about)
  const isPhone = useIsPhone()
  const [spoken, speak] = useState('')
  const mend = async (row: ImportRow, column: number, text: string) => {
    speak('')
    const next = await rows.mend(row, column, text)
    const [fault] = next.faults
    speak(
      fault
        ? translate('Row {line}: {fault}', { line: row.line, fault: fault.message })
        : translate('Row {line} has no problem any more.', { line: row.line }),
    )
  }
  const faultsOf = (row: ImportRow) => faultsOfRow(row, filled, about.by)
  return (
    <>
      <p className="sr-only" role="status">
        {spoken}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrolled by keys, too */}
      <section className={css.frame} tabIndex={0} aria-label={translate('Rows of the file')}>
        <Table<ImportRow>
          rowKey="line"
          dataSource={rows.rows}
          loading={rows.query.isPlaceholderData}
          pagination={false}
          onRow={({ line }) => ({ 'data-row': line }) as object}
        >
          <Table.Column<ImportRow>
            title={translate('Row')}
            rowScope="row"
            // The first column would leave no room for the others.
            {...(!isPhone && { fixed: 'left' as const })}
            render={(_, row) => <Lead resource={resource} row={row} faults={faultsOf(row).own} />}
          />
          {filled.map((one) => (
            <Table.Column<ImportRow>
              key={one.at}
              title={<span title={about.columns[one.at]?.header}>{one.label}</span>}
              render={(_, row) => {
                const { ownPlace } = faultsOf(row)
                const change = row.fields?.[one.path]
                const text = row.cells[one.at] ?? ''
                return (
                  <div className={css.cell}>
                    {change && !isNothing(change.was) ? (
                      <Typography.Text delete type="secondary">
                        <span className="sr-only">{translate('Now:')} </span>
                        <FieldValue
                          resource={resource}
                          path={one.path}
                          column={one.column}
                          is={change.was}
                        />
                      </Typography.Text>
                    ) : null}
                    {row.state === 'refused' || rows.mended.has(row.line) ? (
                      <MendedCell
                        id={`row-${row.line}-${one.at}`}
                        filled={one}
                        text={text}
                        faults={row.faults.filter(({ column }) => column === one.at)}
                        ownId={one === ownPlace ? ownIdOf(row) : undefined}
                        save={(next) => mend(row, one.at, next)}
                      />
                    ) : (
                      <Shown resource={resource} filled={one} text={text} isNew={!!change} />
                    )}
                  </div>
                )
              }}
            />
          ))}
        </Table>
      </section>
    </>
  )
}

function useFilled(resource: Resource, { columns, fields }: Import): FilledColumn[] {
  return useMemo(
    () =>
      columns.flatMap(({ header, field }, at): FilledColumn | FilledColumn[] => {
        if (field === null) return []
        const known = fields.find(({ path }) => path === field)
        const label = known ? translate(known.label) : header
        const isSecret = isPassword(resource, field)
        const column = columnAt(resource, field)
        return { at, path: field, label, hint: known?.hint, isSecret, column }
      }),
    [resource, columns, fields],
  )
}

const ownIdOf = ({ line }: ImportRow) => `row-${line}-faults`

/**
 * The faults of a row that no column of the file has, and the column where they are fixed: the one that says which
 * record the row changes. A missing value is fixed nowhere in the row.
 */
function faultsOfRow(row: ImportRow, columns: readonly FilledColumn[], keyPath: string | null) {
  const own = row.faults.filter(({ column }) => !columns.some(({ at }) => at === column))
  const ownPlace = own.some(({ field }) => field === undefined)
    ? (columns.find(({ path }) => path === keyPath) ?? columns[0])
    : undefined
  return { own, ownPlace }
}

const STATES: Readonly<Record<RowState, [word: string, color: string]>> = {
  waiting: ['Waiting', 'default'],
  create: ['New', 'blue'],
  update: ['Changed', 'green'],
  unchanged: ['Unchanged', 'default'],
  refused: ['Problem', 'red'],
}

/** The line of a row, its state, and the record that it changes. */
function Lead({
  resource,
  row,
  faults,
}: {
  resource: Resource
  row: ImportRow
  faults: readonly RowFault[]
}) {
  const [word, color] = STATES[row.state]
  return (
    <div className={css.cell}>
      <Flex align="center" gap={8}>
        <Typography.Text type="secondary">{row.line}</Typography.Text>
        <Tag color={color}>{translate(word)}</Tag>
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
      <FaultLines id={ownIdOf(row)} faults={faults} />
    </div>
  )
}

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** A cell as the file has it. Records that are given by their ids are named. */
function Shown({
  resource,
  filled: { path, column },
  text,
  isNew,
}: {
  resource: Resource
  filled: FilledColumn
  text: string
  isNew: boolean
}) {
  const parts = splitAtCommas(text)
  const isNamed =
    column?.kind === 'reference' && parts.length > 0 && parts.every((one) => ID.test(one))
  const words = isNamed ? (
    <FieldValue resource={resource} path={path} column={column} is={parts} />
  ) : (
    text || <Absent text="–" />
  )
  const shared = { className: css.text, dir: 'auto', title: isNamed ? undefined : text }
  if (!isNew) return <span {...shared}>{words}</span>
  return (
    <ins {...shared}>
      <span className="sr-only">{translate('Then:')} </span>
      {words}
    </ins>
  )
}

const NOTE: CSSProperties = {
  display: 'block',
  paddingBlockStart: 4,
  fontSize: 12,
  fontWeight: 400,
}
const CELL: CSSProperties = {
  justifyContent: 'start',
  height: 'auto',
  minHeight: 'var(--control)',
  padding: '4px 8px',
  color: 'var(--text)',
  textAlign: 'start',
  whiteSpace: 'normal',
}

/** A longer text is written in several lines. */
const LINE = 60

/** A cell that can be edited: Enter or a press opens it, Enter or leaving it saves, Escape discards the change. */
function MendedCell({
  id,
  filled: { label, hint, isSecret },
  text,
  faults,
  ownId,
  save,
}: {
  id: string
  filled: FilledColumn
  text: string
  faults: readonly RowFault[]
  /** Of the faults of the whole row, where they are fixed here. */
  ownId: string | undefined
  save: (text: string) => Promise<void>
}) {
  const [draft, setDraft] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  const isOver = useRef(false)
  const faultsId = `${id}-faults`
  const described = [faults.length > 0 ? faultsId : undefined, ownId].filter(Boolean).join(' ')

  const { mutate, reset, isPending, variables, error } = useMutation<void, Error, string>({
    mutationFn: save,
    onError: (_, typed) => open(typed),
  })
  const sent = isPending ? variables : undefined
  const close = () => {
    isOver.current = true
    setDraft(undefined)
  }
  const focusBack = () => requestAnimationFrame(() => button.current?.focus())
  const commit = () => {
    // Closing takes the focus away, which saves nothing.
    if (isOver.current || draft === undefined) return
    close()
    // The password of the file is never shown: a new one is typed.
    if (draft === (isSecret ? '' : text)) reset()
    else mutate(draft)
  }
  const open = (value: string) => {
    isOver.current = false
    setDraft(value)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      commit()
      focusBack()
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      close()
      reset()
      focusBack()
    }
  }

  if (draft === undefined) {
    const empty = <Typography.Text type="secondary">{translate('empty')}</Typography.Text>
    const isBad = faults.length > 0 || ownId !== undefined
    return (
      <>
        <Button
          ref={button}
          block
          danger={isBad}
          style={CELL}
          data-bad={isBad}
          aria-label={translate('{label}: {text}', { label, text: text || translate('empty') })}
          {...(described && { 'aria-describedby': described })}
          {...(sent !== undefined && { 'aria-busy': true })}
          onClick={() => sent === undefined && open(isSecret ? '' : text)}
        >
          <span className={css.text} dir="auto">
            {(isSecret && sent ? MASKED : (sent ?? text)) || empty}
          </span>
        </Button>
        <FaultLines id={faultsId} faults={faults} />
      </>
    )
  }
  const control = {
    'aria-label': label,
    'aria-describedby': `${described} ${id}-hint`.trim(),
    ref: takeFocus as Ref<never>,
    dir: 'auto',
    value: draft,
    onKeyDown,
    onBlur: commit,
    onChange: ({ target }: { target: { value: string } }) => setDraft(target.value),
  }
  return (
    <>
      {isSecret ? (
        <Input {...control} type="password" autoComplete="new-password" />
      ) : text.length > LINE || text.includes('\n') ? (
        <Input.TextArea {...control} autoSize={{ maxRows: 10 }} />
      ) : (
        <Input
          {...control}
          autoComplete="off"
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
      <Typography.Text id={`${id}-hint`} type="secondary" style={NOTE}>
        {hint ? `${translate(hint)} · ` : ''}
        {translate('Enter saves, Esc leaves')}
      </Typography.Text>
      <FaultLines id={faultsId} faults={faults} />
      {error ? (
        <Typography.Text type="danger" role="alert" style={NOTE}>
          {error.message || translate('This could not be saved. Try again.')}
        </Typography.Text>
      ) : null}
    </>
  )
}

/** One line for each fault. */
function FaultLines({ id, faults }: { id: string; faults: readonly RowFault[] }) {
  if (faults.length === 0) return null
  return (
    <span id={id}>
      {faults.map(({ message }) => (
        <Typography.Text key={message} type="danger" style={NOTE} dir="auto">
          <WarningOutlined aria-hidden="true" /> {message}
        </Typography.Text>
      ))}
    </span>
  )
}

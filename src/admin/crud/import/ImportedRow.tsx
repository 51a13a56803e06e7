import { Flex, Tag, Typography } from 'antd'
import { memo } from 'react'
import { pageAddress } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import { Absent } from '#admin/ui/Absent.tsx'
import type { ImportRow, RowState } from '#contract/imports.ts'
import { splitAtCommas } from '#model/comma-list.ts'
import type { Tone } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { FieldValue } from '../changes/FieldTable.tsx'
import { isNothing } from '../changes/lines-of.ts'
import { FaultLines } from './FaultLines.tsx'
import { MendedCell } from './MendedCell.tsx'
import css from './RowTable.module.css'
import type { FilledColumn } from './RowTable.tsx'

const STATES: Readonly<Record<RowState, [word: string, tone: Tone]>> = {
  waiting: ['Waiting', 'grey'],
  create: ['New', 'blue'],
  update: ['Changed', 'green'],
  unchanged: ['Unchanged', 'grey'],
  refused: ['Problem', 'red'],
}

/** A row of the file: what would become of it, and each of its cells. */
export const ImportedRow = memo(function ImportedRow({
  resource,
  columns,
  keyPath,
  row,
  isMended,
  mend,
}: {
  resource: Resource
  columns: readonly FilledColumn[]
  /** By what it finds its record. */
  keyPath: string | null
  row: ImportRow
  isMended: boolean
  mend: (row: ImportRow, column: number, text: string) => Promise<void>
}) {
  const [word, tone] = STATES[row.state]
  const own = row.faults.filter(({ column }) => !columns.some(({ at }) => at === column))
  const ownId = `row-${row.line}-faults`
  // What is wrong with the row as a whole is mended where it says which record it is; what lacks in it, nowhere in it.
  const isOfAll = own.some(({ field }) => field === undefined)
  const ownPlace = isOfAll
    ? (columns.find(({ path }) => path === keyPath) ?? columns[0])
    : undefined
  const isOpen = row.state === 'refused' || isMended
  return (
    <tr data-row={row.line} data-state={row.state}>
      <th scope="row" className={css.lead}>
        <Flex component="span" align="center" gap={8}>
          <Typography.Text
            type="secondary"
            style={{ minWidth: 32, fontVariantNumeric: 'tabular-nums' }}
          >
            {row.line}
          </Typography.Text>
          <Tag color={tone === 'grey' ? 'default' : tone}>{translate(word)}</Tag>
        </Flex>
        {row.id === undefined || !row.name ? null : (
          <a
            className={css.name}
            href={pageAddress(resource.page, row.id)}
            target="_blank"
            rel="noreferrer"
            dir="auto"
          >
            {row.name}
          </a>
        )}
        <FaultLines id={ownId} faults={own} />
      </th>
      {columns.map((filled) => {
        const faults = row.faults.filter(({ column }) => column === filled.at)
        const change = row.fields?.[filled.path]
        const isBad = faults.length > 0 || filled === ownPlace
        const text = row.cells[filled.at] ?? ''
        return (
          <td key={filled.at}>
            {change && !isNothing(change.was) ? (
              <del className={css.was}>
                <span className="sr-only">{translate('Now:')} </span>
                <FieldValue
                  resource={resource}
                  path={filled.path}
                  column={filled.column}
                  is={change.was}
                />
              </del>
            ) : null}
            {isOpen ? (
              <MendedCell
                id={`row-${row.line}-${filled.at}`}
                label={filled.label}
                hint={filled.hint}
                text={text}
                isSecret={filled.isSecret}
                faults={faults}
                isBad={isBad}
                describedBy={filled === ownPlace ? ownId : undefined}
                save={(next) => mend(row, filled.at, next)}
              />
            ) : (
              <Shown resource={resource} filled={filled} text={text} isNew={change !== undefined} />
            )}
          </td>
        )
      })}
    </tr>
  )
})

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** As it stands in the file; records that it gives by their ids are named. */
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

import { useMemo, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import type { Import, ImportRow } from '#contract/imports.ts'
import type { Column } from '#model/columns.ts'
import type { Resource } from '#model/resource.ts'
import { columnAt } from '../changes/column-at.ts'
import { ImportedRow } from './ImportedRow.tsx'
import { isPassword } from './matching.ts'
import css from './RowTable.module.css'
import type { Rows } from './use-rows.ts'

/** A column of the file that fills a field. */
export interface FilledColumn {
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

/** The rows as the file has them, with what stands in the records now; what is wrong is mended in its cell. */
export function RowTable({
  resource,
  about,
  rows,
}: {
  resource: Resource
  about: Import
  rows: Rows
}) {
  const columns = useFilled(resource, about)
  const [spoken, speak] = useState('')
  const { isPlaceholderData } = rows.query
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
  return (
    <>
      <p className="sr-only" role="status">
        {spoken}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrolled by keys, too */}
      <section className={css.frame} tabIndex={0} aria-label={translate('Rows of the file')}>
        <table className={css.table} data-old={isPlaceholderData}>
          <thead>
            <tr>
              <th scope="col">{translate('Row')}</th>
              {columns.map(({ at, label }) => (
                <th key={at} scope="col" title={about.columns[at]?.header}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.rows.map((row) => (
              <ImportedRow
                key={row.line}
                resource={resource}
                columns={columns}
                keyPath={about.by}
                row={row}
                isMended={rows.mended.has(row.line)}
                mend={mend}
              />
            ))}
          </tbody>
        </table>
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

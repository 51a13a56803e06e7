import { Button } from 'antd'
import { formatBytes, wordsForRows } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import type { Progress } from './download.ts'
import css from './ExportProgress.module.css'
import type { ExportState, Order } from './use-export.ts'

interface Props {
  state: ExportState
  onCancel: () => void
  onRetry: (order: Order) => void
}

/** How far an export has come, or how it ended; begin, end and failure are read out. */
export function ExportProgress({ state, onCancel, onRetry }: Props) {
  const isRunning = state.phase === 'running'
  return (
    <div className={css.state}>
      <p className={css.status} role="status">
        {sayOf(state)}
      </p>
      {isRunning ? (
        <>
          <Amount progress={state.progress} />
          <Button size="small" onClick={onCancel}>
            {translate('Cancel')}
          </Button>
        </>
      ) : null}
      {state.phase === 'failed' ? (
        <div className={css.failure} role="alert">
          <p>
            <strong>{translate('Failed to export data')}</strong>
            {state.detail ? <span dir="auto">{state.detail}</span> : null}
          </p>
          <Button size="small" onClick={() => onRetry(state.order)}>
            {translate('Retry')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

/** What a screen reader hears: not each byte of it. */
function sayOf(state: ExportState): string {
  switch (state.phase) {
    case 'running':
      return translate('Exporting…')
    case 'cancelled':
      return translate('Export cancelled. Nothing was saved.')
    case 'saved':
      return translate('Exported {file} ({size})', {
        file: state.fileName,
        size: formatBytes(state.bytes),
      })
    default:
      return ''
  }
}

/** Bytes of bytes, rows of rows, as far as the one and the other is known. */
function Amount({ progress }: { progress: Progress | undefined }) {
  const { bytes = 0, totalBytes, lines, totalRows } = progress ?? {}
  // A text has a line for each row, and one above them.
  const rows = lines === undefined || !totalRows ? undefined : clamp(lines - 1, totalRows)
  const known = totalBytes
    ? { max: totalBytes, value: bytes }
    : rows !== undefined && totalRows
      ? { max: totalRows, value: rows }
      : {}
  return (
    <>
      <progress className={css.bar} aria-label={translate('Export progress')} {...known} />
      <span className={css.amount}>
        {[sizeOf(bytes, totalBytes), wordsForRows(rows, totalRows)].filter(Boolean).join(' · ')}
      </span>
    </>
  )
}

function sizeOf(bytes: number, totalBytes: number | undefined): string {
  if (bytes === 0) return ''
  const size = formatBytes(bytes)
  return totalBytes
    ? translate('{size} of {total}', { size, total: formatBytes(totalBytes) })
    : size
}

function clamp(value: number, most: number): number {
  return Math.min(Math.max(value, 0), most)
}

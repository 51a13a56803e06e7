import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, useRef, useState } from 'react'
import { formatBytes, wordsForRows } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import type { Progress } from '#admin/http/download.ts'
import { hasChanges } from '#admin/http/session.ts'
import { mayReadAll } from '#admin/providers/access-control-provider.ts'
import { Part } from '#admin/ui/Boundary.tsx'
import { useKeptFocus } from '#admin/ui/focus.ts'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import { Select } from '#admin/ui/Select.tsx'
import { TELLS_OF } from '#contract/access.ts'
import {
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportType,
  type Tab,
} from '#contract/insight/analytics.ts'
import type { DayRange } from '#contract/insight/days.ts'
import css from './ExportBar.module.css'
import { type ExportState, useExport } from './use-export.ts'

// Rarely seen, and 5 KB.
const ProgressBar = lazy(() => import('antd/es/progress'))

const FORMATS: Record<ExportFormat, string> = { csv: 'CSV', json: 'JSON', xlsx: 'Excel' }
const WHATS = [
  { value: 'tab', label: 'This tab' },
  { value: 'all', label: 'All tabs' },
  { value: 'users', label: 'Raw data: users' },
  { value: 'assignments', label: 'Raw data: assignments' },
  { value: 'events', label: 'Raw data: events' },
] as const
const START = 'export-start'

interface Props {
  tab: Tab
  range: DayRange
  /** The range is not one to ask for: nothing can be exported. */
  isDisabled: boolean
}

/**
 * Export of analytics (ANA-03): what, in which format, the button, and how far it has come. Its controls
 * stand in the line that the page puts it in; progress and failure stand below, over its whole width.
 */
export function ExportBar({ tab, range, isDisabled }: Props) {
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [what, setWhat] = useState<'tab' | Exclude<ExportType, Tab>>('tab')
  const { state, start, cancel } = useExport()
  const isRunning = state.phase === 'running'
  const area = useRef<HTMLDivElement>(null)
  // Retry and Cancel go with their phase.
  useKeptFocus(area, { fallback: `#${START}` })

  return (
    <div ref={area} className={css.export}>
      <div className={css.line}>
        <fieldset className={css.controls} disabled={isRunning}>
          <legend className="sr-only">{translate('Export')}</legend>
          <Select
            aria-label={translate('What to export')}
            choices={WHATS.filter(isOffered)}
            isClearable={false}
            value={what}
            onChange={({ target }) => setWhat(target.value as typeof what)}
          />
          <Select
            aria-label={translate('Export format')}
            choices={EXPORT_FORMATS.map((value) => ({ value, label: FORMATS[value] }))}
            isClearable={false}
            value={format}
            onChange={({ target }) => setFormat(target.value as ExportFormat)}
          />
        </fieldset>
        <Button
          id={START}
          icon={<DownloadOutlined aria-hidden="true" />}
          disabled={isDisabled}
          aria-disabled={isRunning}
          onClick={() => void start({ type: what === 'tab' ? tab : what, format, range })}
        >
          {translate('Export')}
        </Button>
      </div>
      <div className={css.state}>
        {/* What a screen reader hears: not each byte of it. */}
        <p className={css.status} role="status">
          {wordsFor(state)}
        </p>
        {isRunning ? (
          <>
            <Amount progress={state.progress} />
            <Button size="small" onClick={cancel}>
              {translate('Cancel')}
            </Button>
          </>
        ) : null}
        {state.phase === 'failed' ? (
          <FailureNotice
            text={
              <>
                <strong>{translate('Failed to export data')}</strong>
                {state.detail ? <div dir="auto">{state.detail}</div> : null}
              </>
            }
            retry={() => void start(state.order)}
          />
        ) : null}
      </div>
    </div>
  )
}

/** Raw data is an answer of our own server alone. */
function isOffered({ value }: (typeof WHATS)[number]): boolean {
  if (value === 'tab') return true
  return mayReadAll(TELLS_OF[value]) && (value === 'all' || hasChanges())
}

function wordsFor(state: ExportState): string {
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
  const rows =
    lines === undefined || !totalRows ? undefined : Math.min(Math.max(lines - 1, 0), totalRows)
  const [value, max] = totalBytes ? [bytes, totalBytes] : [rows, totalRows]
  const size = formatBytes(bytes)
  const total = totalBytes && formatBytes(totalBytes)
  const words = total ? translate('{size} of {total}', { size, total }) : size
  return (
    <>
      <Part waiting={<span style={{ width: 160 }} />}>
        <ProgressBar
          percent={value !== undefined && max ? Math.round((value / max) * 100) : 0}
          status="active"
          showInfo={false}
          aria-label={translate('Export progress')}
          style={{ width: 160 }}
        />
      </Part>
      <span style={{ fontVariantNumeric: 'tabular-nums' }}>
        {[bytes > 0 && words, wordsForRows(rows, totalRows)].filter(Boolean).join(' · ')}
      </span>
    </>
  )
}

import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { useKeptFocus } from '#admin/ui/focus.ts'
import { Select } from '#admin/ui/Select.tsx'
import {
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportType,
  type Tab,
} from '#contract/insight/analytics.ts'
import type { DayRange } from '#contract/insight/days.ts'
import css from './ExportBar.module.css'
import { ExportProgress } from './ExportProgress.tsx'
import { useExport } from './use-export.ts'

const FORMATS: Record<ExportFormat, string> = { csv: 'CSV', json: 'JSON', xlsx: 'Excel' }
const RAW = [
  { value: 'users', label: 'Raw data: users' },
  { value: 'assignments', label: 'Raw data: assignments' },
  { value: 'events', label: 'Raw data: events' },
] as const
const THIS_TAB = 'tab'
const START = 'export-start'
type What = typeof THIS_TAB | Exclude<ExportType, Tab>

interface Props {
  tab: Tab
  range: DayRange
  /** The range is not one to ask for: nothing can be exported. */
  isDisabled?: boolean
  /** On a phone its controls open by the page's button. */
  isFolded: boolean
}

/**
 * Export of analytics (ANA-03): what, in which format, the button, and how far it has come. Its controls
 * stand in the line that the page puts it in; progress and failure stand below, over its whole width.
 */
export function ExportBar({ tab, range, isDisabled = false, isFolded }: Props) {
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [what, setWhat] = useState<What>(THIS_TAB)
  const { state, start, cancel } = useExport()
  const isRunning = state.phase === 'running'
  const type = what === THIS_TAB ? tab : what
  const area = useRef<HTMLDivElement>(null)
  // Retry and Cancel go with their phase.
  useKeptFocus(area, { fallback: `#${START}` })

  return (
    <div ref={area} className={css.export} data-folded={isFolded}>
      <div className={css.line}>
        <fieldset className={css.controls} disabled={isRunning}>
          <legend className="sr-only">{translate('Export')}</legend>
          <Select
            aria-label={translate('What to export')}
            choices={[
              { value: THIS_TAB, label: 'This tab' },
              { value: 'all', label: 'All tabs' },
              ...RAW,
            ]}
            isClearable={false}
            value={what}
            onChange={({ target }) => setWhat(target.value as What)}
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
          onClick={() => void start({ type, format, range })}
        >
          {translate('Export')}
        </Button>
      </div>
      <ExportProgress state={state} onCancel={cancel} onRetry={(order) => void start(order)} />
    </div>
  )
}

import { Tooltip } from 'antd'
import { translate } from '#admin/translate.ts'
import { exactTime, relativeTime } from './time.ts'

/** How long ago, with the exact local time on hover, on focus and for screen readers. */
export function DateText({ iso, absent }: { iso: string; absent: string }) {
  const exact = exactTime(iso)
  if (!exact) return <span className="crud-absent">{translate(absent)}</span>
  return (
    <Tooltip title={exact} trigger={['hover', 'focus']}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users reach the exact time, too */}
      <time className="crud-time" dateTime={iso} tabIndex={0}>
        {relativeTime(iso, Date.now())}
      </time>
    </Tooltip>
  )
}

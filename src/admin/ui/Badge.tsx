import { Tag } from 'antd'
import type { CSSProperties } from 'react'
import { translate } from '#admin/format/translate.ts'
import { STATUSES } from '#contract/list-query.ts'
import type { Tone } from '#model/declaration.ts'
import { Absent } from './Absent.tsx'

/** A label on a tinted background. A value that the declaration does not know is shown as it is. */
export function Badge({
  value,
  label,
  tone = 'grey',
}: {
  value: string
  label: string | undefined
  tone?: Tone | undefined
}) {
  if (!value) return <Absent />
  if (label) return <Tag color={tone === 'grey' ? 'default' : tone}>{translate(label)}</Tag>
  return (
    <Tag style={UNKNOWN} dir="auto" title={value}>
      {value}
    </Tag>
  )
}

/** Active or Inactive: text, colour and a filled or hollow dot; N/A for other values. */
export function StatusBadge({ isActive }: { isActive: unknown }) {
  if (typeof isActive !== 'boolean') return <Absent />
  return (
    <Tag color={isActive ? 'green' : 'default'}>
      <span style={isActive ? { ...DOT, background: 'currentcolor' } : DOT} aria-hidden="true" />
      {translate(STATUSES[isActive ? 0 : 1].label)}
    </Tag>
  )
}

const UNKNOWN: CSSProperties = { maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis' }

const DOT: CSSProperties = {
  display: 'inline-block',
  width: 6,
  height: 6,
  marginInlineEnd: 6,
  border: '1.5px solid',
  borderRadius: '50%',
  verticalAlign: 'middle',
  forcedColorAdjust: 'none',
}

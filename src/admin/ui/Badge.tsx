import { Tag } from 'antd'
import type { CSSProperties } from 'react'
import { translate } from '#admin/format/translate.ts'
import { STATUSES } from '#contract/list-query.ts'
import type { Tone } from '#model/declaration.ts'
import { humanise } from '#model/words.ts'
import { Absent } from './Absent.tsx'

/** A value as a tag in its declared colour. A value that is not declared is grey, as it is stored. */
export function Badge({ value, tones }: { value: string; tones: Readonly<Record<string, Tone>> }) {
  if (!value) return <Absent />
  const tone = Object.hasOwn(tones, value) ? tones[value] : undefined
  if (tone)
    return <Tag color={tone === 'grey' ? 'default' : tone}>{translate(humanise(value))}</Tag>
  return (
    <Tag style={UNKNOWN} dir="auto" title={value}>
      {value}
    </Tag>
  )
}

/** Active or Inactive: word, colour and a dot that is filled or hollow; N/A for anything else. */
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

/** Marks a record that was just created or restored. */
export function NewMark({ isBack = false }: { isBack?: boolean }) {
  return <Tag color="blue">{translate(isBack ? 'Restored' : 'New')}</Tag>
}

import { Descriptions } from 'antd'
import type { ReactNode } from 'react'
import { translate } from '#admin/format/translate.ts'
import { Absent } from '#admin/ui/Absent.tsx'

/** A value under its label. A long one takes the whole width. */
export interface ShownFact {
  label: string
  isWide?: boolean
  value: ReactNode
}

/** Labelled values of a record; a missing one shows N/A. */
export function Facts({ facts }: { facts: readonly ShownFact[] }) {
  return (
    <Descriptions
      layout="vertical"
      colon={false}
      column={{ xs: 1, sm: 2 }}
      styles={{ label: { fontSize: 12 }, content: { paddingBlockEnd: 12 } }}
      items={facts.map(({ label, isWide, value }, at) => ({
        key: `${at} ${label}`,
        label: translate(label),
        children:
          typeof value === 'string' && value ? (
            <p dir="auto" style={{ maxWidth: '75ch', whiteSpace: 'pre-line' }}>
              {value}
            </p>
          ) : (
            <div style={{ maxWidth: '75ch', minWidth: 0 }}>{value || <Absent />}</div>
          ),
        // A wide one begins a line of its own.
        ...((isWide || facts[at + 1]?.isWide) && { span: 'filled' as const }),
      }))}
    />
  )
}

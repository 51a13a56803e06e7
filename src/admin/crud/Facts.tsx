import { Descriptions } from 'antd'
import type { ReactNode } from 'react'
import { translate } from '#admin/format/translate.ts'
import { Absent } from '#admin/ui/Absent.tsx'

/** A value with its label. A wide one takes the whole width. */
export interface ShownFact {
  label: string
  isWide?: boolean
  value: ReactNode
}

/** Labelled values of a record; N/A for missing ones. */
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
        // A wide value starts a new row.
        ...((isWide || facts[at + 1]?.isWide) && { span: 'filled' as const }),
      }))}
    />
  )
}

import { WarningOutlined } from '@ant-design/icons'
import type { RowFault } from '#contract/imports.ts'
import css from './FaultLines.module.css'

/** What is wrong, each in a line with a sign. */
export function FaultLines({ id, faults }: { id: string; faults: readonly RowFault[] }) {
  if (faults.length === 0) return null
  return (
    <span id={id} className={css.faults}>
      {faults.map(({ message }) => (
        <span key={message} className={css.fault} dir="auto">
          <WarningOutlined aria-hidden="true" /> {message}
        </span>
      ))}
    </span>
  )
}

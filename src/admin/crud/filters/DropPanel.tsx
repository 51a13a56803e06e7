import { Button } from 'antd'
import { type ReactNode, useRef } from 'react'
import { translate } from '#admin/format/translate.ts'
import { useDropped } from '#admin/ui/use-dropped.ts'
import css from './DropPanel.module.css'

/** The small form below a pill, with what is wrong with it above its button. */
export function DropPanel({
  label,
  problemId,
  problem,
  apply,
  onLeave,
  children,
}: {
  label: string
  /** By which its fields say what is wrong with them. */
  problemId: string
  problem: string | undefined
  apply: () => void
  onLeave: () => void
  children: ReactNode
}) {
  const panel = useRef<HTMLDivElement>(null)
  useDropped(panel, onLeave)
  return (
    <div ref={panel} className={css.panel} role="dialog" aria-label={label} data-arrives="">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
      >
        {children}
        {/* Stands from the start: what appears inside a live region is announced. */}
        <p id={problemId} className={css.problem} role="alert">
          {problem}
        </p>
        <Button type="primary" htmlType="submit">
          {translate('Apply')}
        </Button>
      </form>
    </div>
  )
}

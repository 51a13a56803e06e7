import { HolderOutlined, RightOutlined } from '@ant-design/icons'
import type { HTMLAttributes, ReactNode, Ref } from 'react'
import css from './EntryHead.module.css'
import type { Summary } from './kind.ts'

/** The first line of an entry: what to drag it by, what it is, and its buttons. */
export function EntryHead({
  id,
  own,
  summary,
  isOpen,
  toggle,
  handle,
  children,
}: {
  id: string
  /** 'Step 2'. */
  own: string
  /** Of an entry that folds. */
  summary: Summary | undefined
  isOpen: boolean
  toggle: () => void
  handle: HTMLAttributes<HTMLSpanElement> & { ref: Ref<HTMLSpanElement> }
  children: ReactNode
}) {
  return (
    <div className={css.head}>
      <span className={css.handle} aria-hidden="true" onPointerDownCapture={leaveField} {...handle}>
        <HolderOutlined />
      </span>
      {summary === undefined ? (
        <span className={css.name}>{own}</span>
      ) : (
        <button
          type="button"
          className={css.fold}
          aria-expanded={isOpen}
          aria-controls={`${id}_body`}
          onClick={toggle}
        >
          <RightOutlined aria-hidden="true" />
          <span className={css.summary}>
            <span className={css.name}>{own}</span>
            <bdi>{summary.title}</bdi>
          </span>
          <span className={css.note}>{summary.note}</span>
        </button>
      )}
      <span className={css.tools}>{children}</span>
    </div>
  )
}

/**
 * A field that kept the focus under a finger would be scrolled to: dragging takes away what is selected, and the
 * browser shows the field that this happens to.
 */
function leaveField({ currentTarget }: { currentTarget: Element }) {
  currentTarget.closest<HTMLElement>('[data-card]')?.focus({ preventScroll: true })
}

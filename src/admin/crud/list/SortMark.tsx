import css from './SortMark.module.css'

/** Faint at whatever can be sorted; of the order that there is, the one half is strong. */
export function SortMark({ order }: { order?: 'asc' | 'desc' | undefined }) {
  return (
    <svg className={css.mark} viewBox="0 0 12 12" data-order={order ?? 'none'} aria-hidden="true">
      <path d="M3 4.6 6 1.6l3 3" />
      <path d="M3 7.4l3 3 3-3" />
    </svg>
  )
}

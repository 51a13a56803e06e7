import css from './Progress.module.css'

/** How far something has come, or, where that is not known, that it goes on. What it is stands beside it. */
export function Progress({ label, value, max }: { label: string; value?: number; max?: number }) {
  const known = max === undefined || value === undefined ? {} : { value, max }
  return <progress className={css.progress} aria-label={label} {...known} />
}

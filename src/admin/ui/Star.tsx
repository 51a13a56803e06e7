import css from './Star.module.css'

/** Behind the label of a field that must be filled. */
export function Star() {
  return (
    <span className={css.star} aria-hidden="true">
      *
    </span>
  )
}

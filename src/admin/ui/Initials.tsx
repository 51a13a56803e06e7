import { initialsOf } from '#admin/format/initials.ts'
import css from './Initials.module.css'

/** A person's letters in a disc, beside their name; quiet where it is nobody's. */
export function Initials({ of, isQuiet = false }: { of: string; isQuiet?: boolean }) {
  return (
    <span className={css.initials} data-quiet={isQuiet} aria-hidden="true" translate="no">
      {initialsOf(of)}
    </span>
  )
}

import { Link } from 'react-router-dom'
import { HOME } from '#admin/format/addresses.ts'
import { brand } from '#brand'
import css from './Brand.module.css'

/** The product's mark and name, which lead to the console's home (SHELL-02). */
export function Brand({ isNarrow = false }: { isNarrow?: boolean }) {
  return (
    <Link to={HOME} className={css.brand}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={brand.mark} />
      </svg>
      <span className={isNarrow ? 'sr-only' : ''}>{brand.name}</span>
    </Link>
  )
}

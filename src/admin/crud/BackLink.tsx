import { ArrowLeftOutlined } from '@ant-design/icons'
import { Link, useLocation } from 'react-router-dom'
import { translate } from '#admin/format/translate.ts'
import css from './BackLink.module.css'
import { type CameFrom, readCameFrom } from './came-from.ts'

/**
 * A link to the page that the user came from, in its previous state. Steps within the list keep it. `otherwise` is
 * the default target.
 */
export function BackLink({ otherwise }: { otherwise?: CameFrom }) {
  const from = readCameFrom(useLocation().state) ?? otherwise
  if (!from) return null
  return (
    <Link to={from.to} className={css.back}>
      <ArrowLeftOutlined data-mirrors="" aria-hidden="true" />
      {translate('Back to {page}', { page: from.label })}
    </Link>
  )
}

import { ArrowLeftOutlined } from '@ant-design/icons'
import { Link, useLocation } from 'react-router-dom'
import { translate } from '#admin/format/translate.ts'
import css from './BackLink.module.css'
import { type CameFrom, readCameFrom } from './came-from.ts'

/**
 * The way back to the page that led to this one, exactly as it was left. A list's own steps keep it. Where nothing
 * led here, `otherwise` is the way.
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

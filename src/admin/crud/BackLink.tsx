import { ArrowLeftOutlined } from '@ant-design/icons'
import { Link, useLocation } from 'react-router-dom'
import { translate } from '#admin/format/translate.ts'
import css from './BackLink.module.css'
import { readCameFrom } from './came-from.ts'

/** The way back to the page that led to this list, exactly as it was left. The list's own steps keep it. */
export function BackLink() {
  const from = readCameFrom(useLocation().state)
  if (!from) return null
  return (
    <Link to={from.to} className={css.back}>
      <ArrowLeftOutlined aria-hidden="true" />
      {translate('Back to {page}', { page: from.label })}
    </Link>
  )
}

import { ArrowLeftOutlined } from '@ant-design/icons'
import { Link, useLocation } from 'react-router-dom'
import { translate } from '#admin/format/translate.ts'
import { originIn } from './came-from.ts'

/** The way back to the page that led to this list, exactly as it was left. The list's own steps keep it. */
export function BackLink() {
  const origin = originIn(useLocation().state)
  if (!origin) return null
  return (
    <Link to={origin.to} className="crud-back">
      <ArrowLeftOutlined aria-hidden="true" />
      {translate('Back to {page}', { page: origin.label })}
    </Link>
  )
}

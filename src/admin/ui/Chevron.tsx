import { DownOutlined } from '@ant-design/icons'
import css from './Chevron.module.css'

/** At the end of every field that opens a menu. */
export function Chevron() {
  return (
    <span className={css.chevron}>
      <DownOutlined aria-hidden="true" />
    </span>
  )
}

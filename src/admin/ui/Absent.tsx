import { translate } from '#admin/format/translate.ts'
import css from './Absent.module.css'

/** In the place of a value that is not there. */
export function Absent({ text = 'N/A' }: { text?: string }) {
  return <span className={css.absent}>{translate(text)}</span>
}

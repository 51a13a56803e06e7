import { translate } from '#admin/format/translate.ts'
import css from './Spinner.module.css'

/** Shown while a whole page loads. */
export function Spinner() {
  return <output className={css.spinner} data-spinning="" aria-label={translate('Loading')} />
}

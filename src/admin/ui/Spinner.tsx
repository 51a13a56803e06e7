import { translate } from '#admin/format/translate.ts'
import css from './Spinner.module.css'

/** While a whole page is on the way. */
export function Spinner() {
  return <output className={css.spinner} data-spinning="" aria-label={translate('Loading')} />
}

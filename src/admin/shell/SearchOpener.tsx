import { SearchOutlined } from '@ant-design/icons'
import { translate } from '#admin/format/translate.ts'
import { ariaKeys, keyNames } from '#admin/ui/shortcuts.ts'
import { opened } from './opened.ts'
import css from './SearchOpener.module.css'

const KEYS = 'mod+k'

/** Opens the palette: it looks like the field in there, and is a magnifier on a phone. */
export function SearchOpener() {
  return (
    <button
      type="button"
      className={css.opener}
      aria-label={translate('Search or jump to')}
      aria-haspopup="dialog"
      aria-keyshortcuts={ariaKeys(KEYS)}
      onClick={() => opened.set('palette')}
    >
      <SearchOutlined aria-hidden="true" />
      <span className={css.words}>{translate('Search or jump to…')}</span>
      <kbd translate="no" className={css.keys}>
        {keyNames(KEYS).join(' ')}
      </kbd>
    </button>
  )
}

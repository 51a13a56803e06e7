import { SearchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { TextInput } from '#admin/ui/TextInput.tsx'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import { LONGEST_SEARCH } from '#model/search.ts'
import css from './SearchBox.module.css'

/**
 * Searches on Enter or by its button, on a phone by the key of its keyboard; clearing the box restores the list at once (USER-01).
 * Takes the text that the list is searched by now, which the address bar may change as well.
 */
export function SearchBox({
  placeholder,
  search,
  onSearch,
}: {
  placeholder: string
  search: string
  onSearch: (text: string) => void
}) {
  const isPhone = useIsPhone()
  const [text, setText] = useState(search)
  const [before, setBefore] = useState(search)
  if (search !== before) {
    setBefore(search)
    setText(search)
  }

  return (
    <search>
      <form
        className={css.search}
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(text.trim())
        }}
      >
        <span className={css.field}>
          <TextInput
            type="search"
            enterKeyHint="search"
            prefix={<SearchOutlined aria-hidden="true" />}
            placeholder={placeholder}
            aria-label={placeholder.replace(/\.+$/, '')}
            maxLength={LONGEST_SEARCH}
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              if (target.value === '' && search !== '') onSearch('')
            }}
          />
        </span>
        {isPhone ? null : <Button htmlType="submit">{translate('Search')}</Button>}
        {search !== '' && !isPhone && (
          <Button type="text" onClick={() => onSearch('')}>
            {translate('Reset')}
          </Button>
        )}
      </form>
    </search>
  )
}

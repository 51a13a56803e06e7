import { SearchOutlined } from '@ant-design/icons'
import { Button, Input, type InputRef } from 'antd'
import { type ChangeEvent, useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { useSingleKey } from '#admin/ui/shortcuts.ts'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import { LONGEST_SEARCH } from '#model/search.ts'

/**
 * Searches on Enter or by its button, on a phone by the key of its keyboard; clearing it restores the list at once.
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
  const input = useRef<InputRef>(null)
  useSingleKey('/', () => input.current?.focus({ cursor: 'all' }))
  if (search !== before) {
    setBefore(search)
    setText(search)
  }
  const shared = {
    ref: input,
    enterKeyHint: 'search',
    prefix: <SearchOutlined aria-hidden="true" />,
    placeholder,
    'aria-label': placeholder.replace(/\.+$/, ''),
    maxLength: LONGEST_SEARCH,
    allowClear: true,
    value: text,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      setText(target.value)
      if (target.value === '' && search !== '') onSearch('')
    },
  } as const
  const take = (wanted: string) => {
    if (wanted.trim() !== search) onSearch(wanted.trim())
  }
  return (
    <search>
      {isPhone ? (
        <Input {...shared} type="search" onPressEnter={() => take(text)} />
      ) : (
        <Input.Search
          {...shared}
          enterButton={<Button>{translate('Search')}</Button>}
          onSearch={take}
        />
      )}
    </search>
  )
}

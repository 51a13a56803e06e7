import { Input, type InputRef } from 'antd'
import { type ClipboardEvent, useRef } from 'react'
import { splitList } from '#admin/wire/draft.ts'
import { Cross } from '../references/Chips.tsx'
import type { Controlled } from './FieldInput.tsx'
import { insertList, pastedList } from './pasted-list.ts'

/**
 * A list of texts typed as one line, split on commas; what it comes to is shown below as tags, each with a
 * button that takes it away. Pasted lists of other kinds become such a line.
 */
export function CommaListInput({ value, onChange, ...rest }: Controlled) {
  const text = typeof value === 'string' ? value : ''
  const tags = splitList(text)
  const input = useRef<InputRef>(null)

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const list = pastedList(event.clipboardData.getData('text'))
    if (list === undefined) return
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    const from = selectionStart ?? text.length
    const next = insertList(text, list, from, selectionEnd ?? from)
    onChange?.(splitList(next).join(', '))
  }

  return (
    <>
      <Input
        {...rest}
        ref={input}
        value={text}
        autoComplete="off"
        dir="auto"
        onPaste={paste}
        onChange={({ target }) => onChange?.(target.value)}
      />
      {tags.length > 0 ? (
        <ul className="crud-chips crud-tags">
          {tags.map((tag) => (
            <li key={tag} className="crud-chip">
              <bdi>{tag}</bdi>
              <Cross
                name={tag}
                onClick={() => {
                  onChange?.(tags.filter((one) => one !== tag).join(', '))
                  input.current?.focus()
                }}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

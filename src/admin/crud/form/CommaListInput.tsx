import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { listInRow } from '#admin/format/lists.ts'
import { pastedList } from '#admin/format/pasted.ts'
import { translate } from '#admin/format/translate.ts'
import { splitList } from '#admin/providers/adapters/draft.ts'
import { ChipBox } from '#admin/ui/ChipBox.tsx'
import { COMMA } from '#model/comma-list.ts'
import type { Controlled } from './FieldItem.tsx'

/**
 * A list of texts, each a chip in the field: a comma, Enter or leaving the field ends one, Backspace takes the last
 * back into editing, and a pasted list becomes as many. Its value is the comma-separated text of them all, with what is being typed.
 */
export function CommaListInput({ value, onChange, ...rest }: Controlled) {
  const text = typeof value === 'string' ? value : ''
  const [own, setOwn] = useState<Tagged>({ text: '', tags: [], typed: '' })
  const [announcement, announce] = useState('')
  const input = useRef<HTMLInputElement>(null)
  // Another value than our own last is another record, or another version of this one.
  const { tags, typed } = own.text === text ? own : { tags: splitList(text), typed: '' }

  const set = (nextTags: readonly string[], nextTyped: string) => {
    const tags = splitList(nextTags.join(','))
    const all = [...tags, nextTyped.trim()].filter((one) => one !== '').join(', ')
    setOwn({ text: all, tags, typed: nextTyped })
    if (all !== text) onChange?.(all)
  }
  const end = (list: string, rest = '') => {
    const added = splitList(list).filter((one) => !tags.includes(one))
    set([...tags, ...added], rest)
    if (added.length > 0) announce(translate('{name} added', { name: listInRow(added) }))
  }
  const remove = (gone: string) => {
    set(
      tags.filter((one) => one !== gone),
      typed,
    )
    announce(translate('{name} removed', { name: gone }))
    input.current?.focus()
  }

  const takeBack = (last: string) => {
    set(tags.slice(0, -1), last)
    announce(translate('{name} is edited', { name: last }))
  }

  function type(next: string) {
    const parts = next.split(COMMA)
    const last = parts.pop() ?? ''
    if (parts.length === 0) set(tags, next)
    else end(parts.join(','), last.trimStart())
  }

  function change({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    // A comma that is still being composed may become something else.
    if ('isComposing' in nativeEvent && nativeEvent.isComposing) set(tags, target.value)
    else type(target.value)
  }

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const list = pastedList(event.clipboardData.getData('text'))
    if (list === undefined) return
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    const from = selectionStart ?? typed.length
    end(`${typed.slice(0, from)},${list},${typed.slice(selectionEnd ?? from)}`)
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const last = tags.at(-1)
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      // It ends the tag, not the form, also where there is none: a second press is a slip.
      event.preventDefault()
      end(typed)
    } else if (event.key === 'Backspace' && typed === '' && last !== undefined) {
      // Its last letter stays.
      event.preventDefault()
      takeBack(last)
    }
  }

  return (
    <>
      <ChipBox chips={tags.map((tag) => ({ key: tag, name: tag }))} remove={remove}>
        <input
          {...rest}
          ref={input}
          value={typed}
          autoComplete="off"
          dir="auto"
          onPaste={paste}
          onKeyDown={onKeyDown}
          onBlur={() => typed.trim() !== '' && end(typed)}
          onChange={change}
          onCompositionEnd={({ currentTarget }) => type(currentTarget.value)}
        />
      </ChipBox>
      <span className="sr-only" role="status">
        {announcement}
      </span>
    </>
  )
}

interface Tagged {
  /** What was handed on last. */
  text: string
  tags: readonly string[]
  /** Behind the last comma. */
  typed: string
}

import { Input } from 'antd'
import { useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import {
  faultLine,
  parsedJson,
  Unparsed,
  writtenJson,
} from '#admin/providers/adapters/json-text.ts'
import { described } from './described.ts'
import type { KindProps } from './KindInput.tsx'
import css from './kinds.module.css'
import { Note } from './Note.tsx'

/** Any JSON, as text. Once it is left it is laid out, or the line that is wrong is named. */
export function JsonInput({ id, text, onText, ...rest }: KindProps) {
  const [left, setLeft] = useState<string>()
  const value = left === text ? parsedJson(text) : undefined
  return (
    <div className={css.json}>
      <Input.TextArea
        {...rest}
        {...described(id, rest['aria-describedby'])}
        id={id}
        autoSize={{ minRows: 3, maxRows: 10 }}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={({ target }) => onText(target.value)}
        onBlur={() => {
          const parsed = parsedJson(text)
          const laidOut = parsed instanceof Unparsed ? text : writtenJson(parsed)
          setLeft(laidOut)
          if (laidOut !== text) onText(laidOut)
        }}
      />
      <Note id={id}>
        {value instanceof Unparsed
          ? translate('Line {line} is not JSON.', { line: faultLine(value.text) })
          : translate('JSON, like {example}', { example: '{"key": "value"}' })}
      </Note>
    </div>
  )
}

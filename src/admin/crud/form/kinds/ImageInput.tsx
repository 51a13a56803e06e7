import { useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { TextInput } from '#admin/ui/TextInput.tsx'
import { described } from './described.ts'
import type { KindProps } from './KindInput.tsx'
import css from './kinds.module.css'
import { Note } from './Note.tsx'

/** The address of a picture, and the picture below it: once it was left, for half an address is another one. */
export function ImageInput({ id, text, onText, ...rest }: KindProps) {
  const [left, setLeft] = useState(text)
  const [failed, setFailed] = useState<string>()
  const [typed, setTyped] = useState(text)
  // Another record, or another version of this one.
  const address = (text === typed ? left : text).trim()
  const isShown = /^(https?:\/\/|\/(?!\/))/.test(address) && address !== failed
  return (
    <>
      <TextInput
        {...rest}
        {...described(id, rest['aria-describedby'])}
        id={id}
        type="url"
        inputMode="url"
        placeholder="https://"
        value={text}
        onChange={({ target }) => {
          setLeft(address)
          setTyped(target.value)
          onText(target.value)
        }}
        onBlur={() => {
          setLeft(text)
          setTyped(text)
        }}
      />
      {isShown ? (
        <img
          className={css.picture}
          src={address}
          alt={translate('Preview')}
          onError={() => setFailed(address)}
        />
      ) : null}
      <Note id={id}>
        {address === '' || address !== failed
          ? null
          : translate('No picture can be shown from this address.')}
      </Note>
    </>
  )
}

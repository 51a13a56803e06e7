import { useMutation } from '@tanstack/react-query'
import { Input, Typography } from 'antd'
import { type KeyboardEvent, useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { takeFocus } from '#admin/ui/focus.ts'
import { TextInput } from '#admin/ui/TextInput.tsx'
import { MASKED, type RowFault } from '#contract/imports.ts'
import { FaultLines } from './FaultLines.tsx'
import css from './MendedCell.module.css'

/** A longer text is written in several lines. */
const LINE = 60

/** A cell that can be written into: Enter or a press opens it, Enter or leaving it saves, Escape leaves it as it was. */
export function MendedCell({
  id,
  label,
  hint,
  text,
  isSecret,
  faults,
  isBad,
  describedBy,
  save,
}: {
  id: string
  /** Of its column. */
  label: string
  /** How a value is written there. */
  hint: string | undefined
  text: string
  /** A password: a new one is typed, and the one in the file is never shown. */
  isSecret: boolean
  faults: readonly RowFault[]
  /** Something is wrong here, be it told here or of the whole row. */
  isBad: boolean
  /** What tells that. */
  describedBy: string | undefined
  save: (text: string) => Promise<void>
}) {
  const [draft, setDraft] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  const isOver = useRef(false)
  const faultsId = `${id}-faults`
  const described = [faults.length > 0 ? faultsId : undefined, describedBy]
    .filter(Boolean)
    .join(' ')

  const { mutate, reset, isPending, variables, error } = useMutation<void, Error, string>({
    mutationFn: save,
    onError: (_, typed) => open(typed),
  })
  const sent = isPending ? variables : undefined
  const close = () => {
    isOver.current = true
    setDraft(undefined)
  }
  const focusBack = () => requestAnimationFrame(() => button.current?.focus())
  const commit = () => {
    // What is closed loses the focus, and is not meant by that.
    if (isOver.current || draft === undefined) return
    close()
    if (draft === (isSecret ? '' : text)) reset()
    else mutate(draft)
  }
  const open = (value: string) => {
    isOver.current = false
    setDraft(value)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      commit()
      focusBack()
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      close()
      reset()
      focusBack()
    }
  }

  if (draft === undefined)
    return (
      <>
        <button
          ref={button}
          type="button"
          className={css.cell}
          data-bad={isBad}
          aria-label={translate('{label}: {text}', { label, text: text || translate('empty') })}
          {...(described && { 'aria-describedby': described })}
          {...(sent !== undefined && { 'aria-busy': true })}
          onClick={() => sent === undefined && open(isSecret ? '' : text)}
        >
          <span className={css.text} dir="auto">
            {(isSecret && sent ? MASKED : (sent ?? text)) || (
              <span className={css.empty}>{translate('empty')}</span>
            )}
          </span>
        </button>
        <FaultLines id={faultsId} faults={faults} />
      </>
    )
  const control = {
    'aria-label': label,
    'aria-describedby': `${described} ${id}-hint`.trim(),
    value: draft,
    onKeyDown,
    onBlur: commit,
    onChange: ({ target }: { target: { value: string } }) => setDraft(target.value),
  }
  return (
    <div className={css.editor}>
      {isSecret ? (
        <TextInput {...control} ref={takeFocus} type="password" autoComplete="new-password" />
      ) : text.length > LINE || text.includes('\n') ? (
        // It stands in the place of the button that was pressed.
        <Input.TextArea {...control} dir="auto" autoSize={{ maxRows: 10 }} autoFocus />
      ) : (
        <TextInput
          {...control}
          ref={takeFocus}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
      <Typography.Text
        id={`${id}-hint`}
        type="secondary"
        style={{ display: 'block', paddingBlockStart: 4, fontSize: 12 }}
      >
        {hint ? `${translate(hint)} · ` : ''}
        {translate('Enter saves, Esc leaves')}
      </Typography.Text>
      <FaultLines id={faultsId} faults={faults} />
      {error ? (
        <p style={{ color: 'var(--danger)', fontSize: 12 }} role="alert">
          {error.message || translate('This could not be saved. Try again.')}
        </p>
      ) : null}
    </div>
  )
}

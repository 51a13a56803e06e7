import { Button } from 'antd'
import { type ClipboardEvent, type ComponentProps, useState } from 'react'
import { linesOfText, onOneLine } from '#admin/format/pasted.ts'
import { translate } from '#admin/format/translate.ts'
import { ButtonRow } from '#admin/ui/ButtonRow.tsx'
import { takeFocus } from '#admin/ui/focus.ts'
import { LinkButton } from '#admin/ui/LinkButton.tsx'
import { NoticeBar } from '#admin/ui/Notice.tsx'
import { TextInput } from '#admin/ui/TextInput.tsx'

interface Pasted {
  lines: string[]
  /** The whole text, with what was pasted on one line. */
  single: string
  input: HTMLInputElement
}

/** The title of an entry. Several lines pasted into it are offered as several entries. */
export function EntryTitle({
  value,
  onChange,
  spread,
  entries,
  ...control
}: Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange'> & {
  value: string
  onChange: (text: string) => void
  spread: (titles: readonly string[]) => void
  /** 'steps' */
  entries: string
}) {
  const [pasted, setPasted] = useState<Pasted>()

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const text = event.clipboardData.getData('text/plain')
    const lines = linesOfText(text)
    if (lines.length < 2) return
    event.preventDefault()
    const input = event.currentTarget
    const [start, end] = [input.selectionStart ?? value.length, input.selectionEnd ?? value.length]
    setPasted({ lines, single: value.slice(0, start) + onOneLine(text) + value.slice(end), input })
  }

  const words = { count: pasted?.lines.length ?? 0, entries }
  const question = translate('Add {count} {entries} from pasted text?', words)
  const end = (work: (one: Pasted) => void) => () => {
    setPasted(undefined)
    if (pasted) work(pasted)
  }
  const decline = end(({ single, input }) => {
    onChange(single)
    input.focus()
  })
  return (
    <>
      <TextInput
        {...control}
        aria-required="true"
        value={value}
        onPaste={paste}
        onChange={({ target }) => onChange(target.value)}
      />
      {pasted ? (
        // Asks in place what to do with it. Escape declines, and closes nothing else.
        <NoticeBar
          tone="blue"
          isWithin
          role="group"
          aria-label={question}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            event.nativeEvent.stopImmediatePropagation()
            decline()
          }}
        >
          <span>{question}</span>
          <ButtonRow>
            <Button ref={takeFocus} onClick={end(({ lines }) => spread(lines))}>
              {translate('Add {count} {entries}', words)}
            </Button>
            <LinkButton onClick={decline}>{translate('Paste as one line')}</LinkButton>
          </ButtonRow>
        </NoticeBar>
      ) : null}
    </>
  )
}

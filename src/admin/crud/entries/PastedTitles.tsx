import { Alert, Button, Flex } from 'antd'
import { type ClipboardEvent, type ReactNode, useState } from 'react'
import { linesOfText, onOneLine } from '#admin/format/pasted.ts'
import { translate } from '#admin/format/translate.ts'
import { takeFocus } from '#admin/ui/focus.ts'

interface Pasted {
  lines: string[]
  /** The whole text, with what was pasted on one line. */
  single: string
  input: HTMLInputElement
}

/** Around the title of an entry: several lines pasted into it are offered as several entries. */
export function PastedTitles({
  set,
  room,
  spread,
  entries,
  children,
}: {
  set: (text: string) => void
  /** How many of the lines there is room for. */
  room: () => number
  spread: (titles: readonly string[]) => void
  /** 'steps' */
  entries: string
  children: ReactNode
}) {
  const [pasted, setPasted] = useState<Pasted>()

  function paste(event: ClipboardEvent<HTMLDivElement>) {
    const input = event.target
    const text = event.clipboardData.getData('text/plain')
    const lines = linesOfText(text).slice(0, room())
    if (lines.length < 2 || !(input instanceof HTMLInputElement)) return
    event.preventDefault()
    const { value, selectionStart, selectionEnd } = input
    const before = value.slice(0, selectionStart ?? value.length)
    const after = value.slice(selectionEnd ?? value.length)
    setPasted({ lines, single: before + onOneLine(text) + after, input })
  }

  const words = { count: pasted?.lines.length ?? 0, entries }
  const question = translate('Add {count} {entries} from pasted text?', words)
  const end = (work: (one: Pasted) => void) => () => {
    setPasted(undefined)
    if (pasted) work(pasted)
  }
  const decline = end(({ single, input }) => {
    set(single)
    input.focus()
  })
  return (
    <div onPaste={paste}>
      {children}
      {pasted ? (
        // Asks in place what to do with it. Escape declines, and closes nothing else.
        <fieldset
          aria-label={question}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            event.nativeEvent.stopImmediatePropagation()
            decline()
          }}
        >
          <Alert
            type="info"
            role="none"
            message={question}
            action={
              <Flex wrap align="center" gap={8}>
                <Button ref={takeFocus} onClick={end(({ lines }) => spread(lines))}>
                  {translate('Add {count} {entries}', words)}
                </Button>
                <Button type="link" size="small" onClick={decline}>
                  {translate('Paste as one line')}
                </Button>
              </Flex>
            }
          />
        </fieldset>
      ) : null}
    </div>
  )
}

import { Typography } from 'antd'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import css from './DropArea.module.css'
import { ACCEPTED, limitWords } from './file-kind.ts'

/** Takes a file: dropped anywhere on the page, or chosen by the browser's own control, which keyboards reach. */
export function DropArea({ onFile }: { onFile: (file: File) => void }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  useWholePage(onFile, setOver)
  const keep = (event: DragEvent) => event.preventDefault()
  return (
    <label className={css.area} data-over={isOver} htmlFor={id} onDragOver={keep}>
      <input
        ref={input}
        id={id}
        type="file"
        className={css.input}
        accept={ACCEPTED}
        aria-describedby={`${id}-limit`}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onFile(file)
          // The same file can be chosen again once it was mended.
          currentTarget.value = ''
        }}
      />
      <svg className={css.sign} viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 15V4m-4 4 4-4 4 4M4 15v3a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-3" />
      </svg>
      <span style={{ fontSize: 16, fontWeight: 600 }}>
        {translate('Drop a file here, or choose one')}
      </span>
      <Typography.Text id={`${id}-limit`} type="secondary">
        {translate('CSV, Excel or JSON, {limit}', { limit: limitWords() })}
      </Typography.Text>
    </label>
  )
}

/** A file that misses the area is meant for it: the browser would leave the page for it. */
function useWholePage(onFile: (file: File) => void, setOver: (isOver: boolean) => void) {
  const take = useRef(onFile)
  useEffect(() => {
    take.current = onFile
  })
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const hasFile = ({ dataTransfer }: globalThis.DragEvent) =>
      dataTransfer?.types.includes('Files') === true
    addEventListener(
      'dragover',
      (event) => {
        if (!hasFile(event)) return
        event.preventDefault()
        setOver(true)
      },
      { signal },
    )
    addEventListener('dragleave', ({ relatedTarget }) => relatedTarget ?? setOver(false), {
      signal,
    })
    addEventListener(
      'drop',
      (event) => {
        if (!hasFile(event)) return
        event.preventDefault()
        setOver(false)
        const [file] = event.dataTransfer?.files ?? []
        if (file) take.current(file)
      },
      { signal },
    )
    return () => stop.abort()
  }, [setOver])
}

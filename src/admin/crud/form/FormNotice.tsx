import { type ReactNode, useEffect, useRef } from 'react'
import { Notice } from '#admin/ui/Notice.tsx'

/** Something stands against a save: what it is, and the ways on. It is read out, and takes the focus as it appears. */
export function FormNotice({ text, children }: { text: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <Notice role="alert" ref={box}>
      <p>
        <strong>{text}</strong>
      </p>
      {children}
    </Notice>
  )
}

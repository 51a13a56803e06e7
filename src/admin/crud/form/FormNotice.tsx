import { type ReactNode, useEffect, useRef } from 'react'

/** Something stands against a save: what it is, and the ways on. It is read out, and takes the focus as it appears. */
export function FormNotice({
  text,
  className = 'crud-conflict',
  children,
}: {
  text: string
  className?: string
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div className={className} role="alert" tabIndex={-1} ref={box}>
      <p className="crud-strong">{text}</p>
      {children}
    </div>
  )
}

import type { ReactNode } from 'react'

interface Props {
  title: string
  subtitle?: string | undefined
  children?: ReactNode
}

/** A page's title, one grey sentence, and its actions at the right. Takes texts already translated. */
export function PageHead({ title, subtitle, children }: Props) {
  return (
    <header className="page-head">
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        {subtitle ? <p>{subtitle}</p> : null}
      </div>
      {children}
    </header>
  )
}

import { type ReactNode, use, useEffect, useRef } from 'react'
import { translate } from '#admin/format/translate.ts'
import { brand } from '#brand'
import { arrive, PageContext, useShown } from './arrival.ts'
import css from './PageHead.module.css'

/** The title of a page, which is also the window's, a grey line and the actions. */
export function PageHead({
  wraps = false,
  children,
}: {
  /** Moves the actions below a long title on phones. */
  wraps?: boolean
  children?: ReactNode
}) {
  const { to, title, subtitle } = use(PageContext)
  const heading = useRef<HTMLHeadingElement>(null)
  useShown(to, title)
  useEffect(() => arrive(heading.current, to), [to])
  return (
    <header className={css.head} data-wraps={wraps}>
      <title>{`${translate(title)} · ${brand.panel}`}</title>
      <div style={{ minWidth: 0 }}>
        <h1 ref={heading} tabIndex={-1}>
          {translate(title)}
        </h1>
        {subtitle ? <p className={css.subtitle}>{translate(subtitle)}</p> : null}
      </div>
      {children}
    </header>
  )
}

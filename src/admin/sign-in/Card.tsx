import type { ReactNode } from 'react'
import { translate } from '#admin/format/translate.ts'
import { brand } from '#brand'
import css from './SignIn.module.css'

/** The one card of a page without the console. */
export function Card({
  title,
  prompt,
  children,
}: {
  title: string
  prompt: string
  children: ReactNode
}) {
  return (
    <main className={css.page}>
      <title>{`${translate(title)} · ${brand.panel}`}</title>
      <svg
        viewBox="0 0 560 360"
        preserveAspectRatio="xMidYMid slice"
        data-motif=""
        aria-hidden="true"
      >
        {[1, 0.8, 0.61, 0.43, 0.26, 0.11].map((scale) => (
          <path
            key={scale}
            transform={`translate(${254 + 26 * scale} ${190 - 16 * scale}) scale(${scale})`}
            d={brand.contour}
          />
        ))}
      </svg>
      <div className={css.card}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={brand.mark} />
        </svg>
        <h1>{brand.panel}</h1>
        <p className={css.prompt}>{translate(prompt)}</p>
        {children}
      </div>
      <a className={css.back} href="/">
        {translate('Return to main site')}
      </a>
    </main>
  )
}

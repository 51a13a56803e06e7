import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { translate } from '#admin/format/translate.ts'
import { brand } from '#brand'
import css from './Card.module.css'

/** Of those who are in, nobody sees it; and nobody misses it where it cannot be fetched. */
const Contours = lazy<ComponentType>(() =>
  import('#admin/ui/Contours.tsx').then(
    ({ Contours }) => ({ default: Contours }),
    () => ({ default: () => null }),
  ),
)

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
      <Suspense>
        <Contours />
      </Suspense>
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

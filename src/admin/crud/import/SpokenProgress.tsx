import { translate } from '#admin/format/translate.ts'

/** How far it is, for screen readers: each quarter once. */
export function SpokenProgress({ done, of }: { done: number; of: number }) {
  const quarters = of > 0 ? Math.floor((done / of) * 4) : 0
  return (
    <p className="sr-only" role="status">
      {quarters === 0 ? '' : translate('{percent} % done', { percent: quarters * 25 })}
    </p>
  )
}

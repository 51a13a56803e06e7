import { Contours } from './Contours.tsx'
import css from './Waymarks.module.css'

/** A trail that leads to the next waymark, on the contours of its map: what stands where there is nothing yet. */
export function Waymarks() {
  return (
    <>
      <Contours />
      <svg className={css.trail} viewBox="0 0 120 48" aria-hidden="true">
        <path d="M6 42c14-2 12-16 28-17s16 12 32 10 10-15 22-17" />
        <path d="M101 4.5l9.5 9.5-9.5 9.5-9.5-9.5Z" />
      </svg>
    </>
  )
}

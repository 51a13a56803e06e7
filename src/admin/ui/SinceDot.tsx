import { translate } from '#admin/format/translate.ts'
import css from './SinceDot.module.css'

const WORDS = {
  changed: 'Changed since you last looked',
  gone: 'No longer on this page of the list',
} as const

/**
 * A calm dot at what became another while nobody looked; in words for who cannot see it. It stands beside what is next
 * to it, in whatever is `position: relative` around it, and takes no place of its own: nothing moves for it.
 */
export function SinceDot({ is }: { is: keyof typeof WORDS }) {
  const words = translate(WORDS[is])
  return (
    <span className={css.dot} data-since={is} title={words}>
      <span className="sr-only">{words}</span>
    </span>
  )
}

import type { ComponentProps } from 'react'
import css from './LinkButton.module.css'

/** A button within words, that looks like a link. Its place may say its colour: --link. */
export function LinkButton(props: Omit<ComponentProps<'button'>, 'className' | 'type'>) {
  return <button {...props} type="button" className={css.link} />
}

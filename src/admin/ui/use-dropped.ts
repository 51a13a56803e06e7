import { type RefObject, useEffect, useEffectEvent } from 'react'

/** A panel below its button: it comes into sight whole, with the focus in it, and a press anywhere else ends it. */
export function useDropped(panel: RefObject<HTMLElement | null>, onLeave: () => void): void {
  const leave = useEffectEvent((target: EventTarget | null) => {
    const own = panel.current?.parentElement
    if (target instanceof Node && !own?.contains(target)) onLeave()
  })
  useEffect(() => {
    if (panel.current) begin(panel.current)
    const press = ({ target }: Event) => leave(target)
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [panel])
}

/** What is left free beside it. */
const EDGE = 16

function begin(panel: HTMLElement) {
  const room = document.documentElement.clientWidth - EDGE
  const { left, right } = panel.getBoundingClientRect()
  panel.style.translate = `${right > room ? room - right : Math.max(0, EDGE - left)}px`
  panel.scrollIntoView({ block: 'nearest' })
  const first = panel.querySelector<HTMLElement>('[aria-pressed="true"]')
  ;(first ?? panel.querySelector<HTMLElement>('button, input'))?.focus({ preventScroll: true })
}

import { useEffect, useRef } from 'react'
import { type To, useLocation, useNavigate } from 'react-router-dom'
import { isObject } from '#model/paths.ts'

/**
 * A form that is open is a step of its own in the address: a reload opens it again, and Back closes it. `open` takes
 * that step; `close` takes it back, or leads to `to` where an address opened the form.
 */
export function useFormStep(): {
  /** The step was taken here: a button opened the form, and gets the focus back. */
  isTaken: boolean
  open: (to: To) => void
  close: (to: To) => void
  /** Goes on to another form, in the place of this one. */
  replace: (to: To) => void
} {
  const { state, key } = useLocation()
  const navigate = useNavigate()
  /** The browser goes back in its own time: what is opened until then waits for it. */
  const isLeaving = useRef(false)
  const waiting = useRef<(() => void) | undefined>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step has a key of its own
  useEffect(() => {
    isLeaving.current = false
    const next = waiting.current
    waiting.current = undefined
    next?.()
  }, [key])

  const isTaken = isObject(state) && state.isStep === true
  return {
    isTaken,
    open(to) {
      const go = () =>
        void navigate(to, { state: { ...Object(state), isStep: true }, flushSync: true })
      if (isLeaving.current) waiting.current = go
      else go()
    },
    close(to) {
      if (isTaken) {
        isLeaving.current = true
        void navigate(-1)
      } else void navigate(to, { replace: true, state })
    },
    replace: (to) => void navigate(to, { replace: true, state, flushSync: true }),
  }
}

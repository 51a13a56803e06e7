import { type To, useLocation, useNavigate } from 'react-router-dom'
import { isObject } from '#model/paths.ts'

/**
 * An open form is a step of its own in the address: a reload opens it again, and Back closes it. `open` takes that
 * step; `close` takes it back, or leads to `to` where an address opened the form.
 */
export function useFormStep() {
  const { state } = useLocation()
  const navigate = useNavigate()
  return {
    open: (to: To) =>
      void navigate(to, { state: { ...Object(state), isStep: true }, flushSync: true }),
    close(to: To) {
      if (isObject(state) && state.isStep === true) void navigate(-1)
      else void navigate(to, { replace: true, state })
    },
  }
}

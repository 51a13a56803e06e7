import { type To, useLocation, useNavigate } from 'react-router-dom'
import { isObject } from '#model/paths.ts'

/**
 * Gives an open form its own history entry: a reload opens it again, and Back closes it. `open` adds the entry.
 * `close` goes back, or to `to` if the form was opened by its address.
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

import { useRef, useState } from 'react'
import { LOGIN_FAILED } from '#contract/auth.ts'

/** Runs a form's call. Returns whether it is busy and the error text, which is `notice` before the first call. */
export function useAttempt(notice?: string) {
  const [error, setError] = useState(notice)
  const [isBusy, setBusy] = useState(false)
  const isRunning = useRef(false)
  /** Ignores calls while another one is running. */
  const attempt = async (call: () => Promise<unknown>, fallback = LOGIN_FAILED) => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setError(undefined)
    try {
      await call()
    } catch (reason) {
      const { errors = {}, message = '' }: { errors?: object; message?: string } = Object(reason)
      setError(Object.values(errors)[0] || message || fallback)
    }
    isRunning.current = false
    setBusy(false)
  }
  return { error, isBusy, attempt, clear: () => setError(undefined) }
}

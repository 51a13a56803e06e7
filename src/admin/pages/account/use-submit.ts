import { useRef, useState } from 'react'
import { unansweredText } from '#admin/crud/notices.ts'
import { translate } from '#admin/format/translate.ts'
import { HttpError } from '#admin/providers/http-client.ts'
import type { FieldErrors } from '#model/words.ts'

/** A form, or a button, that does something once at a time, and what stands against it. */
export interface Submit {
  isBusy: boolean
  /** By the name of the field in the call's body. */
  errors: FieldErrors
  /** What is wrong with no one field, in words. */
  trouble: string | undefined
  /** Does it; gives whether it went well. `failure` is said where the server says nothing. */
  run: (work: () => Promise<unknown>, failure: string) => Promise<boolean>
  /** What is wrong before anything is sent. */
  refuse: (errors: FieldErrors) => void
}

/** Sends what a form of the account holds. */
export function useSubmit(): Submit {
  const [state, setState] = useState<Pick<Submit, 'isBusy' | 'errors' | 'trouble'>>(CALM)
  const isRunning = useRef(false)
  const run = async (work: () => Promise<unknown>, failure: string) => {
    // A second press may come before anything is drawn.
    if (isRunning.current) return false
    isRunning.current = true
    setState({ ...CALM, isBusy: true })
    try {
      await work()
      setState(CALM)
      return true
    } catch (error) {
      const errors = error instanceof HttpError ? error.errors : {}
      const words = error instanceof HttpError ? error.message : ''
      const isPlaced = Object.keys(errors).length > 0
      setState({
        isBusy: false,
        errors,
        trouble: isPlaced ? undefined : (unansweredText(error) ?? (words || translate(failure))),
      })
      return false
    } finally {
      isRunning.current = false
    }
  }
  return { ...state, run, refuse: (errors) => setState({ ...CALM, errors }) }
}

const CALM = { isBusy: false, errors: {}, trouble: undefined }

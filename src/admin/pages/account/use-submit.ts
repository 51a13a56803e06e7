import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { unansweredText } from '#admin/crud/notices.ts'
import { translate } from '#admin/format/translate.ts'
import { HttpError } from '#admin/providers/http-client.ts'
import type { FieldErrors } from '#model/words.ts'

interface Sending {
  work: () => Promise<unknown>
  failure: string
}

/** A form, or a button, whose call can fail. */
export interface Submit {
  isBusy: boolean
  /** By the name of the field in the call's body. */
  errors: FieldErrors
  /** The failure that belongs to no field, in words. */
  trouble: string | undefined
  /** Makes the call; resolves to whether it succeeded. `failure` is said where the server says nothing. */
  run: (work: Sending['work'], failure: string) => Promise<boolean>
  /** Sets what is wrong before anything is sent. */
  refuse: (errors: FieldErrors) => void
}

/** Sends what a form of the account holds. */
export function useSubmit(): Submit {
  const [refused, refuse] = useState<FieldErrors>({})
  const { mutateAsync, reset, isPending, error, variables } = useMutation<unknown, Error, Sending>({
    mutationFn: ({ work }) => work(),
  })
  const errors = error instanceof HttpError ? error.errors : refused
  const isPlaced = Object.keys(errors).length > 0
  const words = error instanceof HttpError ? error.message : ''
  return {
    isBusy: isPending,
    errors,
    trouble:
      error && !isPlaced
        ? (unansweredText(error) ?? (words || translate(variables?.failure ?? '')))
        : undefined,
    run: async (work, failure) => {
      // Enter may submit a form whose button is busy.
      if (isPending) return false
      refuse({})
      return await mutateAsync({ work, failure }).then(
        () => true,
        () => false,
      )
    },
    refuse: (next) => {
      reset()
      refuse(next)
    },
  }
}

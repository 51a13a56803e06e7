import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Form } from 'antd'
import { unansweredText } from '#admin/crud/notices.ts'
import { translate } from '#admin/format/translate.ts'
import { HttpError } from '#admin/providers/http-client.ts'
import { toast } from '#admin/ui/toast/store.ts'

interface Options<Values> {
  send: (values: Values) => Promise<unknown>
  /** Shown where the server gives no message. */
  failure: string
  /** The text of the toast, already translated. */
  success?: string | ((values: Values) => string)
  /** The query that is read again afterwards. */
  reads?: readonly string[]
}

/**
 * Sends a form, or the call of a button. Errors that the server names by field are shown at the fields of `form`, which
 * belongs to a SubmitForm; any other is `error`. Resolves to whether the call succeeded.
 */
export function useSubmit<Values = void>({ send, failure, success, reads }: Options<Values>) {
  const client = useQueryClient()
  const [form] = Form.useForm()
  const { mutateAsync, isPending, error, reset } = useMutation<unknown, Error, Values>({
    mutationFn: send,
    onSuccess: (_, values) => {
      const description = typeof success === 'function' ? success(values) : success
      if (description) toast({ title: translate('Success'), description })
    },
    onError: (failed) => {
      const [first, ...others] = fieldErrors(failed)
      if (!first) return
      form.setFields([first, ...others])
      form.focusField(first.name)
    },
    onSettled: () => reads && client.invalidateQueries({ queryKey: reads }),
  })
  const isAtField = fieldErrors(error).length > 0
  return {
    form,
    isBusy: isPending,
    error: error && !isAtField ? errorText(error, failure) : undefined,
    reset,
    submit: async (values: Values): Promise<boolean> => {
      // Enter submits a form whose button is busy, too.
      if (isPending) return false
      return await mutateAsync(values).then(
        () => true,
        () => false,
      )
    },
  }
}

function fieldErrors(error: unknown) {
  const errors = error instanceof HttpError ? error.errors : {}
  return Object.entries(errors).map(([name, text]) => ({ name, errors: [translate(text)] }))
}

function errorText(error: Error, failure: string): string {
  const message = error instanceof HttpError ? error.message : ''
  return unansweredText(error) ?? (message || translate(failure))
}

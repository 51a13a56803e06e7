import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Form } from 'antd'
import { unansweredText } from '#admin/crud/notices.ts'
import { translate } from '#admin/format/translate.ts'
import { HttpError } from '#admin/providers/http-client.ts'
import { toast } from '#admin/ui/toast/store.ts'

export interface Options<Values> {
  send: (values: Values) => Promise<unknown>
  /** Error message if the server sends none. */
  failure: string
  /** The text of the toast, already translated. */
  success?: string
  /** The query that is read again afterwards. */
  reads?: readonly string[]
}

/** Sends a form or the request of a button. Errors of fields appear at the fields of `form`; others are `error`. */
export function useSubmit<Values = void>({ send, failure, success, reads }: Options<Values>) {
  const client = useQueryClient()
  const [form] = Form.useForm()
  const { mutate, isPending, error, reset } = useMutation<unknown, Error, Values>({
    mutationFn: send,
    onSuccess: () => {
      if (success) toast({ title: translate('Success'), description: success })
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
    submit: mutate,
    isBusy: isPending,
    error: error && !isAtField ? errorText(error, failure) : undefined,
    reset,
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

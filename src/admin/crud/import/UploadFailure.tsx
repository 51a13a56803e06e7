import { Alert, Button } from 'antd'
import { translate } from '#admin/format/translate.ts'
import type { HttpError } from '#admin/providers/http-client.ts'
import { outcomeOf } from '#admin/providers/http-client.ts'
import type { useUpload } from './upload.ts'

/** Says why a file was not read. Where the server did not say so, it can be sent again. */
export function UploadFailure({
  error,
  chosen,
  send,
}: Pick<ReturnType<typeof useUpload>, 'error' | 'chosen' | 'send'>) {
  if (!error || !chosen) return null
  return (
    <Alert
      type="error"
      message={wordsFor(error)}
      action={
        outcomeOf(error) === 'refused' ? null : (
          <Button onClick={() => send(chosen)}>{translate('Retry')}</Button>
        )
      }
    />
  )
}

function wordsFor(error: HttpError): string {
  switch (outcomeOf(error)) {
    case 'unsent':
      return translate('There is no network connection, so nothing was sent.')
    case 'unknown':
      return translate('The server gave no answer. Nothing that is stored was changed.')
    default:
      return (
        Object.values(error.errors)[0] ??
        (error.message || translate('This file could not be read.'))
      )
  }
}

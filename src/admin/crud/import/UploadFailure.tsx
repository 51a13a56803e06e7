import { Alert, Button } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { outcomeOf } from '#admin/providers/http-client.ts'
import { unansweredText } from '../notices.ts'
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
      message={
        unansweredText(error, 'The server gave no answer. Nothing that is stored was changed.') ??
        Object.values(error.errors)[0] ??
        (error.message || translate('This file could not be read.'))
      }
      action={
        outcomeOf(error) === 'refused' ? null : (
          <Button onClick={() => send(chosen)}>{translate('Retry')}</Button>
        )
      }
    />
  )
}

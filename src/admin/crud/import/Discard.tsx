import { type HttpError, useNotification } from '@refinedev/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { translate } from '#admin/format/translate.ts'
import { discardImport, importKey, isGone } from '#admin/providers/imports.ts'
import { QuestionDialog } from '#admin/ui/QuestionDialog.tsx'
import type { Import } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { failed } from '../notices.ts'
import { noteImport } from './last-import.ts'

/** Forgets an import: what was read of its file, and what was mended in it. No record is touched. */
export function Discard({
  resource,
  about: { id, file },
  to,
}: {
  resource: Resource
  about: Import
  /** Where one goes then. */
  to: string
}) {
  const [isAsked, ask] = useState(false)
  const { open: notify } = useNotification()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { state } = useLocation()
  const { mutate: discard, isPending } = useMutation<void, HttpError>({
    mutationFn: () =>
      discardImport(resource, id).catch((error: HttpError) => {
        if (!isGone(error)) throw error
      }),
    onSuccess: async () => {
      noteImport(resource, null)
      await navigate(to, { replace: true, state })
      client.removeQueries({ queryKey: importKey(resource, id) })
    },
    onError: (error) => {
      ask(false)
      notify?.(failed(error, 'This could not be discarded.'))
    },
  })
  return (
    <>
      <Button onClick={() => ask(true)}>{translate('Discard')}</Button>
      <QuestionDialog
        isOpen={isAsked}
        title={translate('Discard this import?')}
        text={translate(
          'What was read of {file} is forgotten, with what you mended in it. Nothing that is stored changes.',
          { file },
        )}
        no="Cancel"
        yes="Discard"
        isDangerous
        isBusy={isPending}
        onNo={() => ask(false)}
        onYes={() => discard()}
      />
    </>
  )
}

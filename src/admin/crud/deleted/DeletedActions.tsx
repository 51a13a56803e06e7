import { DeleteOutlined, UndoOutlined } from '@ant-design/icons'
import { type HttpError, useNotification } from '@refinedev/core'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { withinSentence } from '#admin/format/language.ts'
import { translate } from '#admin/format/translate.ts'
import { mayAll } from '#admin/providers/access-control-provider.ts'
import { useRefresh } from '#admin/providers/changes.ts'
import { restore } from '#admin/providers/deleted.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { May } from '../May.tsx'
import { failed, succeeded } from '../notices.ts'
import { EraseDialog } from './EraseDialog.tsx'

/**
 * Restores a deleted record at a press, for that can be taken back, or erases it for good after a question: the
 * latter for admins alone. What a rule stands against stays deleted, and the rule is told.
 */
export function DeletedActions({ resource, row }: { resource: Resource; row: Row }) {
  const name = nameOf(resource, row)
  const [isErasing, setErasing] = useState(false)
  const [isSending, setSending] = useState(false)
  const isSent = useRef(false)
  const refresh = useRefresh()
  const { open: notify } = useNotification()
  const one = translate(resource.label.one)

  const bringBack = async () => {
    // A second press may come before anything is drawn.
    if (isSent.current) return
    isSent.current = true
    setSending(true)
    const failure = translate('Failed to restore {noun}.', { noun: withinSentence(one) })
    try {
      const done = await restore(resource, row)
      if ('reason' in done) {
        const message = [done.reason, translate('It was not restored.')].filter(Boolean).join(' ')
        notify?.({ type: 'error', description: translate('Error'), message })
      } else notify?.(succeeded(translate('{one} restored.', { one }), done.changeId))
    } catch (error) {
      notify?.(failed(error as HttpError, failure))
    }
    await refresh([resource.name])
    isSent.current = false
    setSending(false)
  }

  return (
    <>
      <May resource={resource} action="delete" row={row}>
        <Button
          type="text"
          icon={<UndoOutlined aria-hidden="true" />}
          loading={isSending}
          aria-label={translate('Restore {name}', { name })}
          title={translate('Restore')}
          onClick={() => void bringBack()}
        />
      </May>
      {mayAll() ? (
        <Button
          type="text"
          icon={<DeleteOutlined aria-hidden="true" />}
          aria-label={translate('Erase {name} for good', { name })}
          title={translate('Erase for good')}
          onClick={() => setErasing(true)}
        />
      ) : null}
      {isErasing ? (
        <EraseDialog resource={resource} row={row} onClosed={() => setErasing(false)} />
      ) : null}
    </>
  )
}

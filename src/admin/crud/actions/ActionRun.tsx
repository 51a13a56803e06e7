import { type HttpError, useInvalidate, useNotification } from '@refinedev/core'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { actOn, actOnAll } from '#admin/providers/own-actions.ts'
import { isStatus, outcomeOf } from '#admin/providers/versioned-write.ts'
import { NameIn } from '#admin/ui/NameIn.tsx'
import { QuestionDialog } from '#admin/ui/QuestionDialog.tsx'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import type { Narrowed } from '../list/use-resource-list.ts'
import { failed, savedByText, succeeded } from '../notices.ts'
import { usePart } from '../parts/finder.ts'
import type { Run } from './use-runs.ts'

interface Props {
  resource: Resource
  list: Narrowed
  run: Run
  onSent: (isSent: boolean) => void
  onEnded: () => void
}

/**
 * Asks an action's question, has it done and tells what came of it (KIT-06). One without a question is done at
 * once. It ends when the list was read anew, so that nobody acts on a version that is old by now. A server that is
 * out of order may be asked again; where no answer came nothing is sent twice.
 */
export function ActionRun({
  resource,
  list,
  run: { action, row, isSent: isSending, isAgreed },
  onSent,
  onEnded,
}: Props) {
  const question = isAgreed ? undefined : action.confirm
  const [isOpen, setOpen] = useState(question !== undefined)
  const [trouble, setTrouble] = useState<string>()
  const [answer, setAnswer] = useState<{ body: unknown }>()
  const isSent = useRef(false)
  /** What is still to come before it has ended. */
  const left = useRef(new Set(question ? ['closed', 'read', 'shown'] : ['read', 'shown']))
  const came = (...parts: string[]) => {
    for (const part of parts) left.current.delete(part)
    if (left.current.size === 0) onEnded()
  }
  const { open: notify } = useNotification()
  const invalidate = useInvalidate()

  const readAnew = () =>
    invalidate({
      resource: resource.page,
      invalidates: resource.hasOwnPage ? [] : ['list', 'many'],
    })

  const run = async () => {
    // A second press may come before anything is drawn.
    if (isSent.current) return
    isSent.current = true
    onSent(true)
    setTrouble(undefined)
    try {
      const {
        count = '',
        changeId,
        body,
      } = await (row ? actOn(resource, action, row) : actOnAll(resource, action, list))
      if (action.shown === undefined) {
        notify?.(succeeded(translate(action.done, { count }), changeId))
        came('shown')
      } else setAnswer({ body })
    } catch (thrown) {
      const error = thrown as HttpError
      const notice = failed(error, action.failed, resource)
      const message = refusalText(resource, error) ?? notice.message
      if (isOpen && mayPass(error)) {
        isSent.current = false
        onSent(false)
        setTrouble(message)
        return
      }
      notify?.({ ...notice, message })
      came('shown')
    }
    setOpen(false)
    await readAnew()
    came('read')
  }

  const begin = useEffectEvent(() => {
    if (!question) void run()
  })
  useEffect(() => begin(), [])

  if (answer && row && action.shown !== undefined)
    return (
      <Suspense fallback={null}>
        <Shown
          {...{ resource, row }}
          part={action.shown}
          answer={answer.body}
          close={() => {
            setAnswer(undefined)
            came('closed', 'shown')
          }}
        />
      </Suspense>
    )
  if (!question) return null
  const { title, text, yes } = question
  const count = { count: list.total }
  return (
    <QuestionDialog
      isOpen={isOpen}
      title={row ? <NameIn text={title} name={nameOf(resource, row)} /> : translate(title, count)}
      text={translate(text, count)}
      no="Cancel"
      yes={yes}
      isDangerous={action.isDangerous}
      isBusy={isSending}
      trouble={trouble}
      onNo={() => setOpen(false)}
      onYes={() => void run()}
      onClosed={() => came('closed', ...(isSent.current ? [] : ['read', 'shown']))}
    />
  )
}

/** What it answered, by the part that its declaration names. */
function Shown({
  resource,
  part,
  ...rest
}: {
  resource: Resource
  part: string
  row: Row
  answer: unknown
  close: () => void
}) {
  const Result = usePart(resource.page, 'results', part)
  return <Result {...rest} />
}

/** What a failure of an action says in words of its own; undefined where those of every write fit. */
function refusalText(resource: Resource, error: HttpError): string | undefined {
  if (outcomeOf(error) === 'unknown')
    return translate('The server gave no answer. It is not known whether this was done.')
  const who = isStatus(error, 412) ? savedByText(resource, error) : undefined
  return who && `${who} ${translate('Nothing was done.')}`
}

/** Whether the same may go well the next time: nothing was done, and nothing that is stored stands against it. */
function mayPass(error: HttpError): boolean {
  const outcome = outcomeOf(error)
  if (outcome === 'unsent') return true
  return outcome === 'refused' && (error.statusCode >= 500 || [408, 429].includes(error.statusCode))
}

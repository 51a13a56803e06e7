import { useForm } from '@refinedev/antd'
import { type HttpError, useInvalidate } from '@refinedev/core'
import { useRef } from 'react'
import { lookWhether, outcomeOf, save, type Way } from '#admin/providers/versioned-write.ts'
import { type Draft, toBody } from '#admin/wire/draft.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { useVersionedWrite } from '../use-versioned-write.ts'
import { checkDraft } from './check-draft.ts'
import type { Sent } from './machine.ts'
import { rebased } from './merge-versions.ts'

/**
 * The form of a resource and its two ways to the server: Refine's form hook makes a new record, the one versioned
 * write changes one that is there. Tells nobody what came of it, and never throws.
 */
export function useRecordSave(resource: Resource, id: string, onCreated?: (id: string) => void) {
  const invalidate = useInvalidate()
  const writes = useVersionedWrite<Row>(resource, (row) => row)
  const { form, onFinish } = useForm<Row, HttpError, Draft>({
    resource: resource.page,
    action: 'create',
    redirect: false,
    invalidates: ['list', 'many'],
    successNotification: false,
    errorNotification: false,
  })
  const way: Way<Row, Draft> = {
    ...writes.latest(id),
    send(version, draft) {
      const checked = checkDraft(resource, 'edit', draft, version)
      // What two admins made of one record may break a rule that each of them kept: the server says which.
      const body = checked.ok ? checked.body : toBody(resource, 'edit', draft, version)
      return writes.put(version, body)
    },
    rebase: (base, draft, theirs) => rebased(resource, base, draft, theirs),
  }
  async function create(body: Record<string, unknown>): Promise<Sent> {
    try {
      const made = await onFinish(body)
      if (made) onCreated?.(String(made.data.id))
      return { kind: 'saved' }
    } catch (thrown) {
      const error = thrown as HttpError
      if (outcomeOf(error) !== 'unknown') return { kind: 'failed', error }
      void invalidate({ resource: resource.page, invalidates: ['list', 'many'] })
      return { kind: 'unknown', error }
    }
  }

  /** Known before anything is drawn: a second click is no second save. */
  const isUnderWay = useRef(false)
  const alone = async (work: Promise<Sent>): Promise<Sent> => {
    isUnderWay.current = true
    const sent = await work
    isUnderWay.current = false
    return sent
  }

  return {
    form,
    typed: (): Draft => form.getFieldsValue(true) as Draft,
    put: (draft: Draft) => form.setFieldsValue(draft as object),
    isUnderWay: () => isUnderWay.current,
    create: (body: Record<string, unknown>) => alone(create(body)),
    change: (base: Row, draft: Draft) => alone(save(base, draft, way)),
    look: (base: Row, draft: Draft, error: HttpError) =>
      alone(lookWhether(base, draft, way, error)),
  }
}

import { type HttpError, type OpenNotificationParams, useNotification } from '@refinedev/core'
import type { FormInstance } from 'antd'
import { useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { type Draft, toDraft } from '#admin/wire/draft.ts'
import { getAt, setAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import type { Field, Row } from '#model/spec.ts'
import { succeeded } from '../notices.ts'
import { useReread } from '../use-reread.ts'
import { currentRow, type Difference, differences } from './differences.ts'
import { isSaved } from './lost-answer.ts'
import { mergeVersions } from './merge-versions.ts'

/**
 * What stands against a save: the record as someone else saved it meanwhile, with what both changed; that it was
 * deleted; or that a save got no answer, and nobody knows whether it was one.
 */
type Obstacle =
  | {
      kind: 'changed'
      theirs: Row
      clashes: readonly Field[]
      differences: Difference[]
    }
  | { kind: 'gone' }
  | { kind: 'unknown'; error: HttpError }

interface Given {
  resource: Resource
  form: FormInstance<Draft>
  /** The record as it was loaded; undefined while a new one is made. */
  base: Row | undefined
  rebase: (version: Row) => void
  /** What is said of a failure. */
  failure: (error: HttpError) => OpenNotificationParams
  /** Saves what the form holds as a change of that version. */
  saveOver: (version: Row) => void
  reloadList: () => void
  /** It may be closed while it saves. */
  isOpen: () => boolean
  close: () => void
}

/** Why a form is not saved although nothing is wrong in it, and the ways on: nothing typed is lost by any of them. */
export function useObstacle({
  resource,
  form,
  base,
  rebase,
  failure,
  saveOver,
  reloadList,
  isOpen,
  close,
}: Given) {
  const [obstacle, setObstacle] = useState<Obstacle>()
  const [isLooking, setLooking] = useState(false)
  const { open: notify } = useNotification()
  const reread = useReread(resource.page)
  const typed = (): Draft => form.getFieldsValue(true) as Draft

  function lose() {
    reloadList()
    setObstacle({ kind: 'gone' })
  }

  /**
   * Lays what was typed over their version. Where nothing of it is left to save, it is saved: an answer was lost,
   * or somebody did the same. Says whether it is still to be saved, with nothing left to decide.
   */
  function merge(theirs: Row, before: Row): boolean {
    const { draft, clashes } = mergeVersions(resource, before, typed(), theirs)
    if (isSaved(resource, draft, theirs)) {
      reloadList()
      notify?.(succeeded(resource.messages.updated))
      close()
      return false
    }
    form.setFieldsValue(draft as object)
    if (clashes.length === 0) return true
    const told = differences(resource, clashes, draft, theirs)
    setObstacle({ kind: 'changed', theirs, clashes, differences: told })
    return false
  }

  /** The version is stale: finds out what the record is now, from the answer itself or by asking. */
  async function meet(error: HttpError) {
    const sent = currentRow(resource, base, error.current)
    const found = sent ? { row: sent } : base ? await reread(base.id) : 'unknown'
    if (found === 'gone') return lose()
    if (found === 'unknown' || !base) return notify?.(failure(error))
    if (merge(found.row, base)) saveOver(found.row)
  }

  /**
   * A save got no answer. Of an edit the record itself tells what became of it, if it can be read. Whether a new
   * record was made, only a look at the list can tell.
   */
  async function lookWhether(error: HttpError) {
    if (!base) {
      reloadList()
      return setObstacle({ kind: 'unknown', error })
    }
    setLooking(true)
    const found = await reread(base.id)
    setLooking(false)
    if (!isOpen()) return notify?.(failure(error))
    if (found === 'gone') return lose()
    if (found === 'unknown') {
      if (obstacle?.kind === 'unknown') notify?.(failure(error))
      return setObstacle({ kind: 'unknown', error })
    }
    if (!merge(found.row, base)) return
    rebase(found.row)
    setObstacle(undefined)
    const noun = translate(resource.label.one).toLowerCase()
    const message = translate('The server gave no answer, and the {noun} was not saved.', { noun })
    notify?.({ ...failure(error), message })
  }

  /** Takes theirs where both changed something; gives the draft, in which what was changed here alone stays. */
  function takeTheirs(): { draft: Draft; theirs: Draft } | undefined {
    if (obstacle?.kind !== 'changed') return undefined
    const theirs = toDraft(resource, 'edit', obstacle.theirs)
    const draft = obstacle.clashes.reduce<Draft>(
      (done, { path }) => setAt(done, path, getAt(theirs, path)),
      typed(),
    )
    form.setFieldsValue(draft as object)
    rebase(obstacle.theirs)
    setObstacle(undefined)
    return { draft, theirs }
  }

  return {
    obstacle,
    /** There is another way on than to save again. */
    isBlocked: obstacle?.kind === 'changed' || obstacle?.kind === 'gone',
    isLooking,
    clear: () => setObstacle(undefined),
    lose,
    meet,
    lookWhether,
    lookAgain: () => obstacle?.kind === 'unknown' && void lookWhether(obstacle.error),
    takeTheirs,
    saveMine: () => obstacle?.kind === 'changed' && saveOver(obstacle.theirs),
  }
}

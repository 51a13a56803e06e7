import { useNotification } from '@refinedev/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useRefresh } from '#admin/providers/changes.ts'
import type { Import, ImportState } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { succeeded } from '../notices.ts'
import { noteImport } from './last-import.ts'
import { doneWords } from './words.ts'

/**
 * Tells what came of an import that was being applied while the page was open: done, with Undo. What else shows these
 * records is made fresh; whatever state it is found in, an import that ended is not gone on with.
 */
export function useOutcome(resource: Resource, about: Import | undefined): void {
  const { open: notify } = useNotification()
  const refresh = useRefresh()
  const before = useRef<ImportState>(undefined)
  const state = about?.state
  const tell = useEffectEvent(() => {
    if (!about) return
    noteImport(resource, about.state === 'applied' ? null : about.id)
    if (about.state !== 'applied' || before.current !== 'applying') return
    notify?.(succeeded(doneWords(resource, about.counts), about.change))
    void refresh([resource.name])
  })
  useEffect(() => {
    if (state === undefined) return
    tell()
    before.current = state
  }, [state])
}

import { unsavedAt } from '#admin/http/unsaved.ts'
import type { DashboardRecord } from '#contract/insight/dashboards.ts'
import type { Draft } from '../read-dashboard.ts'

/** A dashboard as it stood in the editor when the session ended. */
export interface Interrupted {
  /** What the draft is a change of. */
  record: DashboardRecord
  draft: Draft
  /** The path of the page that it was edited on. */
  at: string
}

/** Where the editor's draft is noted. */
export const UNSAVED = 'dashboard'

/** The editing that the end of a session interrupted on this page. */
export function interruptedAt(pathname: string): Interrupted | undefined {
  const kept = unsavedAt(UNSAVED) as Interrupted | undefined
  return kept?.at === pathname ? kept : undefined
}

import { watchMedia } from './use-is-phone.ts'

/** Whether the system has colours of its own, a contrast theme: pictures must be drawn in them. */
export const useIsForced = watchMedia('(forced-colors: active)')

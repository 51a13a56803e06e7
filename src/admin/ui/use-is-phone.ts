import { PHONE } from './theme/tokens.ts'
import { watchMedia } from './watch-media.ts'

/** Whether the window is as narrow as a phone, where tables become cards and dialogs fill the screen. */
export const useIsPhone = watchMedia(PHONE)

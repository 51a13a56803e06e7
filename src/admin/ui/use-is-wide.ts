import { watchMedia } from './watch-media.ts'

/** Whether there is room for something beside what is worked on. */
export const useIsWide = watchMedia('(min-width: 1024px)')

/** Whether there is room on both sides of it. */
export const useIsVeryWide = watchMedia('(min-width: 1280px)')

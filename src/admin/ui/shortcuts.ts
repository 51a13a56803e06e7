import { type Options, useHotkeys } from 'react-hotkeys-hook'
import { readStored, writeStored } from './storage.ts'

const isApple = /Mac|iP(hone|ad|od)/.test(globalThis.navigator?.platform ?? '')

/** Label of the modifier key. */
export const MOD = isApple ? '⌘' : 'Ctrl'

/** Returns the aria-keyshortcuts value of the modifier with another key. */
export const ariaChord = (key: string): string => `${isApple ? 'Meta' : 'Control'}+${key}`

const KEY = 'waymark_keys'

/** Returns whether the single-key shortcuts '/', 'n' and '?' are on. Speech input may need them off (WCAG 2.1.4). */
export const hasSingleKeys = (): boolean => readStored(KEY) !== 'off'

/** Switches the single keys on or off in this browser. */
export function setSingleKeys(isOn: boolean): void {
  writeStored(KEY, isOn ? null : 'off')
}

const FOR_SINGLE_KEYS: Options = {
  // '/' and '?' are on other keys in other layouts, some of them with Shift.
  useKey: true,
  ignoreModifiers: true,
  preventDefault: true,
  ignoreEventWhen: (event) =>
    event.repeat ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    !hasSingleKeys() ||
    (event.target instanceof Element && event.target.closest('[role=menu]') !== null) ||
    [...document.querySelectorAll('[aria-modal=true]')].some((one) => one.checkVisibility()),
}

/** Binds a key without a modifier. It does nothing in fields, in menus and while a dialog is open. */
export function useSingleKey(key: string, run: () => void, enabled = true): void {
  useHotkeys(key, run, { ...FOR_SINGLE_KEYS, enabled })
}

/** Binds Ctrl or ⌘ with a key, also in fields. If the returned ref is set, the focus must be in its element. */
export function useChord(key: string, run: () => void, enabled = true) {
  return useHotkeys<HTMLElement>(`mod+${key}`, run, {
    enabled,
    enableOnFormTags: true,
    enableOnContentEditable: true,
    preventDefault: true,
  })
}

import { type RefObject, useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'
import { readStored, writeStored } from './storage.ts'
import { watched } from './watched.ts'

/** In the order in which they are listed. What works on this page alone comes before what works everywhere. */
export const SHORTCUT_GROUPS = ['On this page', 'Everywhere', 'Go to'] as const

/** What keys do while something is shown. */
export interface Shortcut {
  /** 'n', '?', 'mod+k' (Ctrl, on Apple's keyboards ⌘), 'mod+shift+z', 'mod+enter', or two in turn: 'g u'. */
  keys: string
  /** What they do, in English: it stands in the list of shortcuts. Without, they are not listed. */
  words?: string
  group?: (typeof SHORTCUT_GROUPS)[number]
  run: () => void
  /** They do nothing now, and are not listed. */
  isOff?: boolean
  /** Something in the dialog that they belong to: they work while that is the one on top. */
  within?: RefObject<Element | null>
  /** A chord that works above every dialog. */
  isAbove?: boolean
  /** A chord that means something else while one types. */
  sparesFields?: boolean
  /** They go on while they are held. */
  repeats?: boolean
}

type Bound = Omit<Shortcut, 'isOff'>

const bound = watched<readonly Bound[]>([])

/** Binds keys for as long as what calls it is shown. Of two for the same keys the later one works. */
export function useShortcut(shortcut: Shortcut): void {
  useShortcuts([shortcut])
}

/** The same for several. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const run = useEffectEvent((at: number) => shortcuts[at]?.run())
  const bindAll = useEffectEvent(() => {
    const all = shortcuts.map((one, at) => ({ ...one, run: () => run(at) }))
    return bind(all.filter(({ isOff }) => !isOff))
  })
  const which = shortcuts.map(({ keys, words, isOff }) => `${keys} ${words} ${isOff}`).join('\n')
  // Before what is shown is seen: whoever sees it may press.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever they are others
  useLayoutEffect(() => bindAll(), [which])
}

function bind(all: readonly Bound[]): () => void {
  if (bound.now().length === 0) addEventListener('keydown', onKey)
  bound.set([...bound.now(), ...all])
  return () => {
    bound.set(bound.now().filter((one) => !all.includes(one)))
    if (bound.now().length === 0) removeEventListener('keydown', onKey)
  }
}

/** The shortcuts that work where no dialog is open, each key once. */
export function useShortcutList(): readonly Shortcut[] {
  const all = useSyncExternalStore(bound.watch, bound.now)
  const listed = all.filter(({ within, words }) => !within && words !== undefined)
  return listed.filter((one) => pick(listed, ({ keys }) => keys === one.keys) === one)
}

const KEY = 'waymark_keys'
const single = watched(readStored(KEY) !== 'off')
addEventListener('storage', ({ key }) => key === KEY && single.set(readStored(KEY) !== 'off'))

/** Whether keys without Ctrl or ⌘ do anything: who speaks to the computer may want them off (WCAG 2.1.4). */
export const useHasSingleKeys = (): boolean => useSyncExternalStore(single.watch, single.now)

/** Switches them on or off, for this browser. */
export function setSingleKeys(isOn: boolean): void {
  writeStored(KEY, isOn ? null : 'off')
  single.set(isOn)
}

const isApple = /Mac|iP(hone|ad|od)/.test(globalThis.navigator?.platform ?? '')
const NAMES: Readonly<Record<string, string>> = {
  mod: isApple ? '⌘' : 'Ctrl',
  shift: isApple ? '⇧' : 'Shift',
  enter: 'Enter',
}

/** The keys as they are written on them, in turn: 'mod+k' gives ['Ctrl', 'K']. */
export function keyNames(keys: string): string[] {
  return keys.split(/[+ ]/).map((key) => NAMES[key] ?? key.toUpperCase())
}

/** What aria-keyshortcuts says of a chord. */
export function ariaKeys(keys: string): string {
  const named = keys.replace('mod', isApple ? 'Meta' : 'Control').replace('enter', 'Enter')
  return named.replace('shift', 'Shift')
}

/** Milliseconds in which the second of two keys is waited for. */
const PATIENCE = 1500
const pending = { key: '', until: 0 }

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented) return
  const pressed = pressedOf(event)
  if (pressed === undefined) return
  const isChord = pressed.includes('+')
  const isTyping = isField(event.target)
  if (!isChord && (isTyping || !single.now())) return
  const before = pending.until > Date.now() ? `${pending.key} ` : ''
  pending.key = ''
  pending.until = 0
  const top = topDialog()
  const mayRun = ({ within, isAbove, sparesFields, repeats }: Bound) =>
    (within ? !top || top.contains(within.current) : !top || (isAbove && isChord)) &&
    !(sparesFields && isTyping) &&
    (repeats || !event.repeat)
  const all = bound.now().filter(mayRun)
  const meant =
    pick(all, ({ keys }) => keys === before + pressed) ?? pick(all, ({ keys }) => keys === pressed)
  if (meant) {
    event.preventDefault()
    meant.run()
  } else if (all.some(({ keys }) => keys.startsWith(`${pressed} `))) {
    pending.key = pressed
    pending.until = Date.now() + PATIENCE
  }
}

/** The latest of those that fit; what works everywhere gives way to what the page does with the same keys. */
function pick(all: readonly Bound[], fits: (one: Bound) => boolean): Bound | undefined {
  const found = all.filter(fits)
  const own = found.filter(({ group = 'On this page' }) => group === 'On this page')
  return own.at(-1) ?? found.at(-1)
}

/** 'n', '?', 'mod+k'; undefined for what is none of ours. Other alphabets' keys go by their place. */
function pressedOf(event: KeyboardEvent): string | undefined {
  const { key, code, altKey, shiftKey, ctrlKey, metaKey } = event
  const mod = isApple ? metaKey : ctrlKey
  if (altKey || (isApple ? ctrlKey : metaKey)) return undefined
  const plain = /^[!-~]$/.test(key) ? key : (/^Key([A-Z])$/.exec(code)?.[1] ?? key)
  const name = plain.toLowerCase()
  if (!mod) return name.length === 1 && (name === plain || !shiftKey) ? name : undefined
  return `mod+${shiftKey ? 'shift+' : ''}${name}`
}

/** Where keys are typed, or choose by their letter. */
function isField(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=menu], [role=listbox]',
    ) !== null
  )
}

/** The dialog above all others that are open. Closed ones of antd stay in the page, unseen. */
function topDialog(): Element | undefined {
  const all = document.querySelectorAll('[aria-modal=true], dialog[open]')
  const open = [...all].filter((one) => !one.closest('[style*="display: none"]'))
  return open.findLast((one) => one.matches('dialog')) ?? open.at(-1)
}

import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Bone } from './Bone.tsx'
import { alongReading } from './direction.ts'
import { repeat } from './repeat.ts'
import css from './TabList.module.css'

export interface TabItem<Key extends string> {
  key: Key
  /** Of its element: the panel is named by it. */
  id: string
  content: ReactNode
}

interface Props<Key extends string> {
  label: string
  tabs: readonly TabItem<Key>[]
  /** The key of the chosen one; undefined when none is. */
  chosen: Key | undefined
  /** The id of the element that shows what is chosen. */
  panel: string
  choose: (key: Key, isByKeyboard: boolean) => void
  /** They stand in one row that is cut where it ends. Told how many are shown; the others are shown elsewhere. */
  onFit?: (count: number) => void
}

/** Tabs by the WAI-ARIA pattern: one of them is in the tab order, and arrow keys, Home and End choose. */
export function TabList<Key extends string>({
  label,
  tabs,
  chosen,
  panel,
  choose,
  onFit,
}: Props<Key>) {
  const list = useRef<HTMLDivElement>(null)
  const fit = useFit(list, tabs, onFit)
  const found = tabs.findIndex(({ key }) => key === chosen)
  const chosenId = tabs[found]?.id
  // Where none is chosen the first can be reached, and is gone on from.
  const reached = found < 0 || found >= fit ? 0 : found

  useEffect(() => {
    // There may be more tabs than the screen is wide.
    const tab = chosenId === undefined ? null : document.getElementById(chosenId)
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [chosenId])

  const go = (event: KeyboardEvent) => {
    const next = nextTab(alongReading(event.key), reached, Math.min(fit, tabs.length))
    const tab = next === undefined ? undefined : tabs[next]
    if (!tab) return
    event.preventDefault()
    document.getElementById(tab.id)?.focus()
    choose(tab.key, true)
  }

  return (
    <div
      ref={list}
      role="tablist"
      className={css.tabs}
      data-cut={onFit !== undefined}
      aria-label={label}
      onKeyDown={go}
    >
      {tabs.map(({ key, id, content }, index) => (
        <button
          key={key}
          id={id}
          type="button"
          role="tab"
          className={css.tab}
          data-hidden={index >= fit}
          aria-selected={index === found}
          aria-controls={index === found ? panel : undefined}
          tabIndex={index === reached ? 0 : -1}
          onClick={() => choose(key, false)}
        >
          {content}
        </button>
      ))}
    </div>
  )
}

/** How many tabs stand in the first row; all, where they are not cut. */
function useFit(
  list: RefObject<HTMLElement | null>,
  tabs: readonly unknown[],
  onFit: ((count: number) => void) | undefined,
): number {
  const [fit, setFit] = useState(Number.POSITIVE_INFINITY)
  const isCut = onFit !== undefined
  const told = useEffectEvent((count: number) => onFit?.(count))
  const names = tabs.length
  useLayoutEffect(() => {
    const element = list.current
    if (!(element && isCut) || names === 0) {
      setFit(Number.POSITIVE_INFINITY)
      return
    }
    const measure = () => {
      const all = [...element.children] as HTMLElement[]
      const top = all[0]?.offsetTop
      const count = all.filter(({ offsetTop }) => offsetTop === top).length
      setFit(count)
      told(count)
    }
    measure()
    const watch = new ResizeObserver(measure)
    for (const one of [element, ...element.children]) watch.observe(one)
    return () => watch.disconnect()
  }, [list, isCut, names])
  return fit
}

/** Where a key leads from a tab, from left to right; undefined for all other keys. */
function nextTab(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count
    case 'ArrowLeft':
      return (at - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

/** The size of what will come. */
export function TabBones({ count }: { count: number }) {
  return (
    <div className={css.tabs}>
      {repeat(count, (key) => (
        <span key={key} className={css.bone}>
          <Bone />
        </span>
      ))}
    </div>
  )
}

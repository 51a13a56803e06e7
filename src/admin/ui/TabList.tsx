import { type KeyboardEvent, type ReactNode, useEffect } from 'react'
import { Bone } from './Bone.tsx'
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
}

/** Tabs by the WAI-ARIA pattern: one of them is in the tab order, and arrow keys, Home and End choose. */
export function TabList<Key extends string>({ label, tabs, chosen, panel, choose }: Props<Key>) {
  const found = tabs.findIndex(({ key }) => key === chosen)
  const chosenId = tabs[found]?.id
  // Where none is chosen the first can be reached, and is gone on from.
  const reached = Math.max(found, 0)

  useEffect(() => {
    // There may be more tabs than the screen is wide.
    const tab = chosenId === undefined ? null : document.getElementById(chosenId)
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [chosenId])

  const go = (event: KeyboardEvent) => {
    const next = nextTab(event.key, reached, tabs.length)
    const tab = next === undefined ? undefined : tabs[next]
    if (!tab) return
    event.preventDefault()
    document.getElementById(tab.id)?.focus()
    choose(tab.key, true)
  }

  return (
    <div role="tablist" className={css.tabs} aria-label={label} onKeyDown={go}>
      {tabs.map(({ key, id, content }, index) => (
        <button
          key={key}
          id={id}
          type="button"
          role="tab"
          className={css.tab}
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

/** Where a key leads from a tab; undefined for all other keys. */
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

/** Steps of the arrow keys. Both pairs work because the tabs may be vertical. */
const steps = new Map([
  ['ArrowRight', 1],
  ['ArrowDown', 1],
  ['ArrowLeft', -1],
  ['ArrowUp', -1],
])

/**
 * Returns the tab that a key moves to, wrapping at the ends, or undefined for other keys. In right-to-left text,
 * left and right are swapped.
 */
export function tabAfter(
  key: string,
  at: number,
  count: number,
  isRightToLeft = false,
): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = steps.get(key)
  const sign = isRightToLeft && /Left|Right/.test(key) ? -1 : 1
  return step && (at + sign * step + count) % count
}

/**
 * Turns a list of links and their targets into tabs (WAI-ARIA tabs with automatic activation). The address follows
 * the selected tab without a history entry, and selects the tab that it names.
 */
export function startTabs(): void {
  for (const root of document.querySelectorAll<HTMLElement>('[data-tabs]')) startTabsOf(root)
}

function startTabsOf(root: HTMLElement): void {
  const list = root.querySelector('ul')
  const tabs = [...root.querySelectorAll<HTMLAnchorElement>('ul a')]
  const panels = tabs.map((tab) => root.querySelector<HTMLElement>(tab.hash))
  if (!list) return

  const show = (chosen: number) => {
    tabs.forEach((tab, at) => {
      tab.setAttribute('aria-selected', String(at === chosen))
      tab.tabIndex = at === chosen ? 0 : -1
      const panel = panels[at]
      // Not 'until-found': its content would add no height to the panels' shared area (styles/how.css).
      if (panel) panel.hidden = at !== chosen
    })
  }
  const choose = (chosen: number) => {
    show(chosen)
    history.replaceState(history.state, '', tabs[chosen]?.hash)
  }
  /** The tab that the address names, or -1. */
  const named = () => tabs.findIndex(({ hash }) => hash === location.hash)
  list.setAttribute('role', 'tablist')
  tabs.forEach((tab, at) => {
    const panel = panels[at]
    tab.parentElement?.setAttribute('role', 'presentation')
    tab.setAttribute('role', 'tab')
    tab.setAttribute('aria-controls', tab.hash.slice(1))
    if (!panel) return
    panel.setAttribute('role', 'tabpanel')
    panel.tabIndex = 0
    panel.setAttribute('aria-labelledby', tab.id)
    tab.addEventListener('click', (event) => {
      // Modified clicks open another window.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      choose(at)
    })
    tab.addEventListener('keydown', (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      // Space would activate the focused tab, which is already active; it must not scroll the page.
      const to =
        event.key === ' ' ? at : tabAfter(event.key, at, tabs.length, document.dir === 'rtl')
      if (to === undefined) return
      event.preventDefault()
      tabs[to]?.focus()
      choose(to)
    })
  })
  show(Math.max(named(), 0))
  root.dataset.tabs = 'on'

  addEventListener('keydown', ({ key }) => {
    if (key === 'Tab') root.dataset.tabbed = ''
  })
  // The browser itself scrolls to the panel and focuses it (styles/how.css).
  addEventListener('hashchange', () => {
    if (named() >= 0) show(named())
  })
}

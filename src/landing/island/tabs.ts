/** Steps of the arrow keys. Both pairs work because the tabs may be vertical. */
const steps = new Map([
  ['ArrowRight', 1],
  ['ArrowDown', 1],
  ['ArrowLeft', -1],
  ['ArrowUp', -1],
])

/**
 * The tab that a key leads to, wrapping round; undefined when the key is none of ours. Where one reads from right to
 * left, the arrows to the sides lead the other way.
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
 * Makes tabs of a list of links and the parts they lead to (WAI-ARIA tabs, chosen as they are focused).
 * The address follows the chosen tab without a step in the history, and leads to it when it names it.
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
      // Not 'until-found': its content would give the panels' common place no height (styles/how.css).
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
      // A new window of this part is the browser's to open.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      choose(at)
    })
    tab.addEventListener('keydown', (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      // A space chooses a tab, which it is already; it must not move the page.
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
  // The browser scrolls to the part by itself, and gives it the focus (styles/how.css).
  addEventListener('hashchange', () => {
    if (named() >= 0) show(named())
  })
}

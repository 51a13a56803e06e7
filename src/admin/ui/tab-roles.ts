/**
 * As the ref of an element around antd's Tabs. antd calls the whole bar a list of tabs, with the button in it that
 * offers those without room; only tabs may be in one, so their own row is the list instead.
 */
export function giveTabRoles(around: HTMLElement | null): void {
  const bar = around?.querySelector('[role=tablist]')
  const row = bar?.querySelector('.ant-tabs-nav-list')
  if (!(bar && row)) return
  for (const name of ['role', 'aria-label', 'aria-orientation']) {
    const value = bar.getAttribute(name)
    if (value !== null) row.setAttribute(name, value)
    bar.removeAttribute(name)
  }
}

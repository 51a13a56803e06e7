/**
 * Ref for an element around antd's Tabs. antd gives the role `tablist` to the whole bar, including the button for
 * hidden tabs. A tablist may contain only tabs, so this moves the role to their row.
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

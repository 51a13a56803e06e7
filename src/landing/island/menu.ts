/** The phone's menu, a native disclosure: it closes on a choice, outside of it, and on Escape. */
export function startMenu(): void {
  const menu = document.querySelector<HTMLDetailsElement>('.menu')
  if (!menu) return
  document.addEventListener('click', ({ target }) => {
    const onSummary = target instanceof Element && menu.contains(target.closest('summary'))
    if (!onSummary) menu.open = false
  })
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) menu.open = false
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
}

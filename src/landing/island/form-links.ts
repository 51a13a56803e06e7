/** Links to the forms do the first step of filling them in. */
export function startFormLinks(): void {
  const email = document.getElementById('waitlist-email')
  const done = document.querySelector<HTMLElement>('[data-done=waitlist]')
  const subject = document.querySelector<HTMLInputElement>('#contact-subject')
  document.addEventListener('click', ({ target, ctrlKey, metaKey, shiftKey }) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a')
    // Those open another window.
    if (!link || ctrlKey || metaKey || shiftKey) return
    // The jump that follows takes the focus away, and scrolls by itself.
    const goal = done?.hidden === false ? done : email
    if (link.hash === '#waitlist') setTimeout(() => goal?.focus({ preventScroll: true }))
    if (subject && !subject.value) subject.value = link.dataset.subject ?? ''
  })
}

/** Links to the forms do the first step of filling them in. */
export function startFormLinks(): void {
  const waitlist = document.getElementById('waitlist')
  const email = document.getElementById('waitlist-email')
  const done = document.querySelector<HTMLElement>('[data-done=waitlist]')
  const subject = document.querySelector<HTMLInputElement>('#contact-subject')
  document.addEventListener('click', (event) => {
    const { target, altKey, ctrlKey, metaKey, shiftKey } = event
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a')
    // Modified clicks open another window or download the target.
    if (!link || altKey || ctrlKey || metaKey || shiftKey) return
    if (link.hash === '#waitlist') {
      const goal = done?.hidden === false ? done : email
      const focus = () => goal?.focus({ preventScroll: true })
      // A jump takes the focus away, in some browsers after the click, and fires `hashchange` when it is over. A
      // jump to the current hash fires nothing.
      if (link.hash === location.hash) {
        event.preventDefault()
        waitlist?.scrollIntoView()
        focus()
      } else addEventListener('hashchange', focus, { once: true })
    }
    if (subject && !subject.value) subject.value = link.dataset.subject ?? ''
  })
}

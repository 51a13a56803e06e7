/** All the script of the landing page. Everything works without it; it only adds comfort. */

const header = document.querySelector<HTMLElement>('.header')
const start = document.querySelector('.page-start')
if (header && start) {
  new IntersectionObserver(([entry]) => {
    header.classList.toggle('header-scrolled', entry?.isIntersecting === false)
  }).observe(start)
}

const menu = document.querySelector<HTMLDetailsElement>('.menu')
if (menu) {
  document.addEventListener('click', ({ target }) => {
    const onSummary = target instanceof Element && target.closest('summary')
    if (!onSummary) menu.open = false
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
}

const links = document.querySelectorAll<HTMLAnchorElement>('.header nav a')
const inView = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      for (const link of links) {
        if (link.hash === `#${target.id}`) markCurrent(link, isIntersecting)
      }
    }
  },
  // A section is current while it crosses the middle of the window.
  { rootMargin: '-50% 0px' },
)
for (const section of document.querySelectorAll('main > section[id]')) inView.observe(section)

function markCurrent(link: HTMLAnchorElement, current: boolean): void {
  if (current) link.setAttribute('aria-current', 'true')
  else link.removeAttribute('aria-current')
}

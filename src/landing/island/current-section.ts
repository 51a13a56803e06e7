/**
 * Marks the header's link to the current section: the one that crosses the middle of the window. At the page's end
 * it is the last one, which may be too short to reach the middle.
 */
export function startCurrentSection(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.header nav a[href^="#"]')]
  const end = document.querySelector('.footer-legal')
  const sections = [...document.querySelectorAll('main > section[id]')]
  const last = sections.findLast(({ id }) => links.some(({ hash }) => hash === `#${id}`))
  const crossing = new Set<Element>()
  let ended = false

  const mark = () => {
    // Where two sections touch, both cross the middle; the lower one is current.
    const current = ended ? last : sections.findLast((section) => crossing.has(section))
    for (const link of links) {
      if (current && link.hash === `#${current.id}`) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
  }
  const middle = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) crossing.add(target)
        else crossing.delete(target)
      }
      mark()
    },
    { rootMargin: '-50% 0px' },
  )
  for (const section of sections) middle.observe(section)
  if (!end) return
  new IntersectionObserver(
    (entries) => {
      ended = entries.at(-1)?.isIntersecting === true
      mark()
    },
    { threshold: 1 },
  ).observe(end)
}

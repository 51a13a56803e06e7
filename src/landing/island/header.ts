/** Makes the header transparent over the sky, until the page is scrolled. */
export function startHeader(): void {
  const header = document.querySelector('.header')
  const start = document.querySelector('.page-start')
  if (!header || !start) return
  new IntersectionObserver(([entry]) => {
    header.classList.toggle('header-scrolled', entry?.isIntersecting === false)
  }).observe(start)
}

/**
 * Runs in the head, before anything is laid out: marks a page that comes back by Reload or Back. The browser
 * returns to the place by its distance from the top, so all heights must be true (styles/far.css).
 */
export const markRestored =
  "performance.getEntriesByType('navigation')[0]?.type!='navigate'&&document.documentElement.classList.add('restored')"

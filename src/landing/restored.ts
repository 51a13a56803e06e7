/**
 * Runs in the head, before layout: marks a page that was restored by Reload or Back. The browser restores the
 * scroll position as a distance from the top, so all heights must be real (styles/far.css).
 */
export const markRestored =
  "performance.getEntriesByType('navigation')[0]?.type!='navigate'&&document.documentElement.classList.add('restored')"

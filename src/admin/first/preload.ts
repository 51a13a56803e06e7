/**
 * Fetches the console's files without running them. The first script knows their names and calls this for
 * whoever holds a token; the sign-in page calls it when the visitor begins to type.
 */
export function preloadConsole(): void {
  const script = document.querySelector<HTMLElement>('script[data-console]')
  const files = script?.dataset.console
  if (!files) return
  delete script.dataset.console
  for (const file of files.split(' ')) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = file
    document.head.append(link)
  }
}

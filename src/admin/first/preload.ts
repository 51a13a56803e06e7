import type { ConsoleFiles } from '../build/first-script.ts'

/**
 * Fetches the files of the console and of the page at an address without running them. The first script knows their
 * names and calls this for whoever holds a token; the sign-in page calls it when the visitor begins to type.
 */
export function preloadConsole(pathname = ''): void {
  const script = document.querySelector<HTMLElement>('script[data-console]')
  const text = script?.dataset.console
  if (!text) return
  delete script.dataset.console
  const { console, pages }: ConsoleFiles = JSON.parse(text)
  const page = pathname.split('/').filter(Boolean)[1] ?? ''
  for (const file of [...console, ...(pages[page] ?? pages['*'] ?? [])]) {
    const link = document.createElement('link')
    if (file.endsWith('.css')) {
      Object.assign(link, { rel: 'preload', as: 'style', crossOrigin: '' })
    } else link.rel = 'modulepreload'
    link.href = `/${file}`
    document.head.append(link)
  }
}

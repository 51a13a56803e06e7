import type { ConsoleFiles } from '../build/first-script.ts'

/**
 * Fetches the files of the console and of the page at an address without running them. The first script knows their
 * names and calls this for whoever holds a token; the sign-in page calls it when the visitor begins to type. `then` is
 * called when all of them are here, or have failed.
 */
export function preloadConsole(pathname = '', then?: () => void): void {
  const script = document.querySelector<HTMLElement>('script[data-console]')
  const text = script?.dataset.console
  if (!text) {
    then?.()
    return
  }
  delete script.dataset.console
  const { console, pages }: ConsoleFiles = JSON.parse(text)
  const page = pathname.split('/').filter(Boolean)[1] ?? ''
  const files = [...console, ...(pages[page] ?? pages['*'] ?? [])]
  let missing = files.length
  const settle = () => {
    missing -= 1
    if (missing === 0) then?.()
  }
  for (const file of files) {
    const link = document.createElement('link')
    if (file.endsWith('.css')) {
      Object.assign(link, { rel: 'preload', as: 'style', crossOrigin: '' })
    } else link.rel = 'modulepreload'
    link.addEventListener('load', settle)
    link.addEventListener('error', settle)
    link.href = `/${file}`
    document.head.append(link)
  }
}

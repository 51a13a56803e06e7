// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { preloadConsole } from './preload.ts'

const FILES = {
  console: ['assets/console.js', 'assets/console.css'],
  pages: { '': ['assets/home.js'], '*': ['assets/list.js'] },
}

beforeEach(() => {
  const script = document.createElement('script')
  script.dataset.console = JSON.stringify(FILES)
  document.head.replaceChildren(script)
})

function links(): HTMLLinkElement[] {
  return [...document.querySelectorAll('link')]
}

test.each([
  ['/admin', '/assets/home.js'],
  ['/admin/users', '/assets/list.js'],
])('%s fetches the files of the console and %s, once', (address, page) => {
  preloadConsole(address)
  preloadConsole(address)
  expect(links().map((link) => [link.rel, new URL(link.href).pathname])).toEqual([
    ['modulepreload', '/assets/console.js'],
    ['preload', '/assets/console.css'],
    ['modulepreload', page],
  ])
})

test('what comes after the code waits for each file, also for one that fails', () => {
  const then = vi.fn()
  preloadConsole('/admin/users', then)
  const [first, second, last] = links()
  first?.dispatchEvent(new Event('load'))
  second?.dispatchEvent(new Event('error'))
  expect(then).not.toHaveBeenCalled()
  last?.dispatchEvent(new Event('load'))
  expect(then).toHaveBeenCalledOnce()
})

test('where no files are named, as in development, nothing is waited for', () => {
  document.head.replaceChildren()
  const then = vi.fn()
  preloadConsole('/admin', then)
  expect(then).toHaveBeenCalledOnce()
})

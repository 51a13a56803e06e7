import { expect, test } from 'vitest'
import { tabAfter } from './tabs.ts'

test('arrows of both pairs go round the tabs, Home and End to their ends', () => {
  expect(tabAfter('ArrowRight', 0, 5)).toBe(1)
  expect(tabAfter('ArrowDown', 4, 5)).toBe(0)
  expect(tabAfter('ArrowLeft', 0, 5)).toBe(4)
  expect(tabAfter('ArrowUp', 3, 5)).toBe(2)
  expect(tabAfter('Home', 3, 5)).toBe(0)
  expect(tabAfter('End', 0, 5)).toBe(4)
})

test('from right to left, left and right arrows are swapped', () => {
  expect(tabAfter('ArrowRight', 0, 5, true)).toBe(4)
  expect(tabAfter('ArrowLeft', 4, 5, true)).toBe(0)
  expect(tabAfter('ArrowDown', 0, 5, true)).toBe(1)
  expect(tabAfter('Home', 3, 5, true)).toBe(0)
})

test('other keys are left to the browser', () => {
  for (const key of ['Tab', 'Enter', 'a', 'PageDown', 'constructor', 'toString']) {
    expect(tabAfter(key, 1, 5), key).toBeUndefined()
  }
})

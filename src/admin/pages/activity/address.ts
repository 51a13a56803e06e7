import { daysBehind, filterFault, rangeFault } from '#contract/list-query.ts'
import { SECURITY_EVENTS } from '#contract/security-log.ts'
import { registry } from '#resources/index.ts'

export const SHOWN = ['changes', 'security'] as const
export type Shown = (typeof SHOWN)[number]

/** What the address asks for: which of the two lists, and what of it; a copied link shows the same. */
export interface Asked {
  show: Shown
  filters: Readonly<Record<string, string>>
  page: number
}

/** So many lines make a page. */
export const LINES = 25

export const AT = daysBehind('at')

const isId = (text: string) => /^[0-9a-f-]{36}$/i.test(text)
const isOneOf = (words: readonly string[]) => (text: string) => words.includes(text)
/** Whether it looks like an IPv4 or IPv6 address: the server knows better. */
export const isAddress = (text: string) =>
  /^(\d{1,3}\.){3}\d{1,3}$|^(?=.*:)[0-9a-f:.]{2,45}$/i.test(text)
const isResource = (text: string) => registry.some(({ name }) => name === text)
const FILTERS: Readonly<Record<Shown, Readonly<Record<string, (text: string) => boolean>>>> = {
  changes: { actor: isId, resource: isResource, record: isId },
  security: { person: isId, event: isOneOf(SECURITY_EVENTS), address: isAddress },
}
const MOST_PAGES = 1_000_000

/** Reads the page's state from the address bar. What is wrong in it is left out; it never throws. */
export function readAsked(params: URLSearchParams): Asked {
  const show = SHOWN.find((one) => one === params.get('show')) ?? 'changes'
  const own = Object.entries(FILTERS[show]).flatMap(([name, isRight]) => {
    const text = params.get(name)?.trim() ?? ''
    return text !== '' && isRight(text) ? [[name, text] as const] : []
  })
  const days = AT.parameters.flatMap((name) => {
    const text = params.get(name) ?? ''
    return text !== '' && filterFault(AT, name, text) === undefined ? [[name, text] as const] : []
  })
  const isSane = rangeFault(AT, new Map(days)) === undefined
  const page = Number(/^\d{1,7}$/.test(params.get('page') ?? '') ? params.get('page') : 1)
  return {
    show,
    filters: Object.fromEntries([...own, ...(isSane ? days : [])]),
    page: Math.min(Math.max(page, 1), MOST_PAGES),
  }
}

/** The query of the address that asks for this; '' for its beginning. */
export function writeAsked({ show, filters, page }: Asked): string {
  const text = new URLSearchParams({
    ...(show === 'changes' ? {} : { show }),
    ...filters,
    ...(page > 1 && { page: String(page) }),
  }).toString()
  return text && `?${text}`
}

/** The same days of the other list: the other filters are not its own. */
export function daysAlone({ filters }: Asked): Asked['filters'] {
  return Object.fromEntries(
    Object.entries(filters).filter(([name]) => AT.parameters.includes(name)),
  )
}

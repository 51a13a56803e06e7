/** What a backend answers that knows no filters: users by page and limit, as the specification's own list. */
export type Person = { [key: string]: unknown; id: number }

/** Users 1 … n: every other one inactive, of every third nothing is said. */
export const people = (count: number): Person[] =>
  Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    firstName: `Guest ${at + 1}`,
    lastName: at % 5 === 0 ? 'Navarro' : 'Haugen',
    email: `guest${at + 1}@example.org`,
    role: at === 7 ? 'admin' : 'user',
    createdAt: `2026-01-${String((at % 28) + 1).padStart(2, '0')}T10:00:00Z`,
    ...(at % 3 !== 0 && { isActive: at % 2 === 0 }),
  }))

export const pageOf = <Row>(rows: readonly Row[], url: URL, most = 100) => {
  const limit = Math.min(Number(url.searchParams.get('limit') ?? 10), most)
  const current = Number(url.searchParams.get('page') ?? 1)
  return rows.slice((current - 1) * limit, current * limit)
}

export const usersOf = (rows: readonly Person[], url: URL, most?: number) => ({
  users: pageOf(rows, url, most),
  count: rows.length,
})

/** Knows page and limit, as the specification's own list of users does. */
export const deaf =
  (count: number, most = 100) =>
  (url: URL) =>
    usersOf(people(count), url, most)

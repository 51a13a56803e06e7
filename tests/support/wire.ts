/** A user as another backend may write one, but for the id. */
export const ada = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.org',
  role: 'admin',
  isActive: true,
  createdAt: '2026-01-05T10:00:00.000Z',
  lastLogin: null,
}
/** So many users; `key` is what their id is called. */
export const people = (count: number, key = '_id') =>
  Array.from({ length: count }, (_, index) => ({
    [key]: `u${index}`,
    ...ada,
    firstName: `A${index}`,
  }))

import { loadable } from '#admin/ui/loadable.tsx'

const PasswordLink = loadable(
  () => import('./PasswordLink.tsx'),
  (module) => module.PasswordLink,
)

export const results = { 'password-link': PasswordLink }

import { loadable } from '#admin/ui/loadable.tsx'

const SignInLink = loadable(
  () => import('./SignInLink.tsx'),
  (module) => module.SignInLink,
)

export const results = { 'sign-in-link': SignInLink }

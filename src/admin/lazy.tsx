import { loadable } from './ui/loadable.tsx'

/** What whoever is in sees: nobody else needs its code. */
export const Console = loadable(
  () => import('./Console.tsx'),
  ({ Console }) => Console,
)

/** What a one-time link leads to. */
export const SetPassword = loadable(
  () => import('./sign-in/more.ts'),
  ({ more }) => more.SetPassword,
)

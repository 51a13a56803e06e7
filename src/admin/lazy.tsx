import type { SessionUser } from '#contract/session.ts'
import { loadable } from './ui/loadable.tsx'

/** What whoever is in sees: nobody else needs its code. */
export const Console = loadable(
  () => import('./Console.tsx'),
  ({ Console }) => Console,
)

/**
 * Reads the console's code, and what its first page is drawn from: drawn at once with its rows, a page is there sooner
 * than drawn three times, with a spinner, with bones and with rows. Never fails: whoever draws the console says so.
 */
export async function readConsole(user: SessionUser): Promise<void> {
  await Console.ahead()
  try {
    await (await import('./first-page.ts')).readFirst(user)
  } catch {
    // Whatever it is, the page says it in its own place.
  }
}

/** What a one-time link leads to. */
export const SetPassword = loadable(
  () => import('./sign-in/more.ts'),
  ({ more }) => more.SetPassword,
)

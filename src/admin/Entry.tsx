import { Suspense, useSyncExternalStore } from 'react'
import { translate } from './format/translate.ts'
import { currentSession, onSession } from './http/session.ts'
import { NoAnswer } from './sign-in/NoAnswer.tsx'
import { SignIn } from './sign-in/SignIn.tsx'
import { Boundary } from './ui/Boundary.tsx'
import { loadable } from './ui/loadable.tsx'

const Console = loadable(
  () => import('./Console.tsx'),
  ({ Console }) => Console,
)

/** What is seen under /admin: the spinner, the sign-in page, the console (ROUTE-04), or why none of them can be. */
export function Entry() {
  const session = useSyncExternalStore(onSession, currentSession)
  if (session.status === 'out') return <SignIn notice={session.message} />
  if (session.status === 'unanswered') return <NoAnswer message={session.message} />
  const spinner = <output className="spinner" aria-label={translate('Loading')} />
  if (session.status === 'loading') return spinner
  return (
    <Boundary>
      <Suspense fallback={spinner}>
        <Console user={session.user} isStored={session.stored} />
      </Suspense>
    </Boundary>
  )
}

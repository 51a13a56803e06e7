import { Suspense, useSyncExternalStore } from 'react'
import { currentSession, onSession } from './http/session.ts'
import { Console, SetPassword } from './lazy.tsx'
import { isSetPassword } from './sign-in/guard.ts'
import { NoAnswer, SignIn } from './sign-in/SignIn.tsx'
import { Boundary } from './ui/Boundary.tsx'
import { Spinner } from './ui/Spinner.tsx'

const preload = () => void Console.ahead()

/** What is seen under /admin: the spinner, the sign-in page, the console (ROUTE-04), or why none of them can be. */
export function Entry() {
  const session = useSyncExternalStore(onSession, currentSession)
  const isByLink = isSetPassword(location)
  if (!isByLink) {
    if (session.status === 'out') return <SignIn notice={session.message} preload={preload} />
    if (session.status === 'unanswered') return <NoAnswer message={session.message} />
    if (session.status === 'loading') return <Spinner />
  }
  return (
    <Boundary>
      <Suspense fallback={<Spinner />}>
        {isByLink || session.status !== 'in' ? (
          <SetPassword />
        ) : (
          <Console
            // What was drawn for other rights goes; what was typed is kept.
            key={JSON.stringify([session.user.access, session.user.must])}
            user={session.user}
            isStored={session.stored}
            isChanged={session.isChanged === true}
          />
        )}
      </Suspense>
    </Boundary>
  )
}

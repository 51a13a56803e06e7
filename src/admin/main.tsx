import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { restore, watch } from './http/authenticate.ts'
import { currentSession, onSession, storedToken } from './http/session.ts'
import { guard, isSetPassword } from './sign-in/guard.ts'
import { NoAnswer, SignIn } from './sign-in/SignIn.tsx'
import { noteSignIn } from './ui/arrival.ts'
import { Boundary } from './ui/Boundary.tsx'
import { loadable } from './ui/loadable.tsx'
import { Spinner } from './ui/Spinner.tsx'
import './ui/theme/mode.ts'
import { guardTranslatedPage } from './ui/translated-page.ts'
import 'virtual:tokens.css'
import './ui/theme/base.css'
import './ui/theme/forced-colours.css'

/** Loaded only for signed-in users. */
const App = loadable(
  () => import('./App.tsx'),
  (module) => module.App,
)

const preloadApp = () => void App.preload()

/** The page of a one-time link. */
const SetPassword = loadable(
  () => import('./sign-in/later-steps.tsx'),
  ({ laterSteps }) => laterSteps.SetPassword,
)

/** Everything under /admin: a spinner, the sign-in page, the console, or why the server gave no answer. */
// biome-ignore lint/style/useComponentExportOnlyModules: the entry of a page exports nothing
function Entry() {
  const session = useSyncExternalStore(onSession, currentSession)
  const isByLink = isSetPassword(location)
  useEffect(() => {
    if (session.status === 'out') noteSignIn()
  }, [session.status])
  if (!isByLink) {
    if (session.status === 'out') return <SignIn notice={session.message} preload={preloadApp} />
    if (session.status === 'unanswered') return <NoAnswer message={session.message} />
    if (session.status === 'loading') return <Spinner />
  }
  return (
    <Boundary>
      <Suspense fallback={<Spinner />}>
        {isByLink || session.status !== 'in' ? (
          <SetPassword />
        ) : (
          <App
            // New permissions need new pages. Drafts of forms are kept.
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

guardTranslatedPage()
// While the user composes a word (Japanese, Chinese, Korean), Enter, Escape and the arrows belong to the input
// method. Safari marks the key that ends a composition only by its code (229).
addEventListener(
  'keydown',
  (event) => (event.isComposing || event.keyCode === 229) && event.stopImmediatePropagation(),
  true,
)
watch()
guard()
void restore(() => App.preload())

const root = document.getElementById('root')
if (root) createRoot(root).render(<Entry />)
// Preload the console while the session is verified.
if (storedToken() !== null) preloadApp()

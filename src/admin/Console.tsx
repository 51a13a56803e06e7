import { Refine } from '@refinedev/core'
import { QueryClient } from '@tanstack/react-query'
import { use, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { createBrowserRouter, Navigate, Outlet, RouterProvider } from 'react-router-dom'
import { Undoing } from '#admin/crud/changes/Undoing.tsx'
import { PartsContext } from '#admin/crud/parts/finder.ts'
import type { ConsoleAccess } from '#contract/access.ts'
import type { SessionUser } from '#contract/session.ts'
import { registry as wholeRegistry } from '#resources/index.ts'
import { startDrafts } from './drafts/drafts.ts'
import './first-page.ts'
import { HOME } from './format/addresses.ts'
import { countDaysIn } from './format/region.ts'
import { translate } from './format/translate.ts'
import { currentSession, onSession } from './http/session.ts'
import { ownPages, pagesOf, pathsOf, refineResources } from './pages/pages.ts'
import { consoleParts } from './parts/console-parts.ts'
import { dataProvider } from './providers/data.ts'
import { applyPreferences } from './providers/preferences.ts'
import { providers } from './providers/refine.ts'
import { accessControl, mayOnPage, registryFor } from './providers/rights.ts'
import { usePresent } from './providers/use-present.ts'
import { PageFrame, Shell } from './shell/Shell.tsx'
import { Themed } from './Themed.tsx'
import { loadable } from './ui/loadable.tsx'
import { toast } from './ui/toast/store.ts'

interface Props {
  user: SessionUser
  isStored: boolean
  /** Its rights have changed while the page was open. */
  isChanged: boolean
}

startDrafts()

/** What the console of one session is made of: what its role may see. */
function assemble(access: ConsoleAccess | undefined) {
  const registry = registryFor(wholeRegistry, access)
  const own = ownPages(mayOnPage)
  const control = accessControl(access)
  return {
    registry,
    own,
    ...{ dataProvider: dataProvider(registry), ...(control && { accessControlProvider: control }) },
    /** The pages; an unknown path leads home (ROUTE-03). */
    routes: [
      ...pagesOf(registry, own).flatMap((page) =>
        pathsOf(page).map((path) => ({
          path,
          element: <PageFrame key={page.to} page={page} />,
        })),
      ),
      { path: '*', element: <Navigate to={HOME} replace /> },
    ],
  }
}
type Assembled = ReturnType<typeof assemble>

const MustDo = loadable(
  () => import('./MustDo.tsx'),
  (module) => module.MustDo,
)

/** The console of one session, or what its person has to do before it. */
export function Console(props: Props) {
  const { user } = props
  return <Themed>{user.must?.length ? <MustDo user={user} /> : <Pages {...props} />}</Themed>
}

/** All pages: they come with a cache and a router of their own, and these go with them. */
function Pages({ user, isStored, isChanged }: Props) {
  const [router] = useState(() => {
    applyPreferences(user.preferences)
    countDaysIn(user.timeZone)
    const { routes, ...made } = assemble(user.access)
    return createBrowserRouter([{ element: <Frame user={user} made={made} />, children: routes }])
  })
  useEffect(() => () => router.dispose(), [router])
  useEffect(() => {
    if (isStored) return
    toast({
      title: translate('Not remembered'),
      description: translate('This browser stores nothing: reloading the page signs you out.'),
    })
  }, [isStored])
  useEffect(() => {
    if (!isChanged) return
    toast({
      title: translate('Your rights have changed'),
      description: translate('The pages show what you may do by now.'),
    })
  }, [isChanged])
  return (
    <PartsContext value={use(PartsContext) ?? consoleParts}>
      <RouterProvider router={router} />
    </PartsContext>
  )
}

function Frame({ user, made }: { user: SessionUser; made: Omit<Assembled, 'routes'> }) {
  const { registry, own, ...given } = made
  const [queryClient] = useState(makeQueryClient)
  const session = useSyncExternalStore(onSession, currentSession)
  const present = usePresent(registry)
  const resources = useMemo(() => refineResources(registry, present, own), [registry, present, own])
  return (
    <Refine
      {...providers}
      {...given}
      resources={resources}
      options={{
        disableTelemetry: true,
        warnWhenUnsavedChanges: true,
        reactQuery: { clientConfig: queryClient },
      }}
    >
      <Shell user={session.status === 'in' ? session.user : user} resources={present}>
        <Outlet />
      </Shell>
      <Undoing />
    </Refine>
  )
}

/** http.ts asks a read once more when no answer came; whatever fails after that is shown, with Retry. */
function makeQueryClient(): QueryClient {
  const networkMode = 'always'
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        networkMode,
        refetchOnWindowFocus: false,
      },
      mutations: { retry: false, networkMode },
    },
  })
}

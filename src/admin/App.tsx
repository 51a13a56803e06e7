import { Refine } from '@refinedev/core'
import {
  MutationCache,
  notifyManager,
  QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query'
import { lazy, use, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { createBrowserRouter, Navigate, Outlet, RouterProvider } from 'react-router-dom'
import { UndoHandler } from '#admin/crud/changes/UndoHandler.tsx'
import { PartsContext } from '#admin/crud/parts/finder.ts'
import type { SessionUser } from '#contract/auth.ts'
import { NEEDS_PATH } from '#contract/overview.ts'
import type { Resource } from '#model/resource.ts'
import { registry as wholeRegistry } from '#resources/index.ts'
import { consoleParts } from './extensions/console-parts.ts'
import { HOME } from './format/addresses.ts'
import { countDaysIn } from './format/region.ts'
import { translate } from './format/translate.ts'
import { currentSession, onSession } from './http/session.ts'
import { ownPages, pagesOf, preloadPage, refineResources } from './pages/pages.ts'
import {
  accessControlProvider,
  canOnPage,
  registryFor,
} from './providers/access-control-provider.ts'
import { applyPreferences } from './providers/account.ts'
import { auditLogProvider } from './providers/audit-log-provider.ts'
import { authProvider } from './providers/auth-provider.ts'
import { dataProvider } from './providers/data-provider.ts'
import { HttpError } from './providers/http-client.ts'
import { i18nProvider } from './providers/i18n-provider.ts'
import { notificationProvider } from './providers/notification-provider.ts'
import { routerProvider } from './providers/router-provider.ts'
import { usePresent } from './providers/use-present.ts'
import { PageFrame, Shell } from './shell/Shell.tsx'
import { ThemeProvider } from './ui/theme/ThemeProvider.tsx'
import { toast } from './ui/toast/store.ts'

interface Props {
  user: SessionUser
  /** True if the browser stores the session's token. */
  isStored: boolean
  /** True if the user's permissions changed while the page was open. */
  isChanged: boolean
}

// Preload the code of the first page, too.
preloadPage(location)

const RequiredSteps = lazy(() =>
  import('./RequiredSteps.tsx').then(({ RequiredSteps }) => ({ default: RequiredSteps })),
)

/** The console of a signed-in user. Steps that the user must finish first are shown instead of the pages. */
export function App(props: Props) {
  const { user } = props
  return (
    <ThemeProvider>
      {user.must?.length ? <Required user={user} /> : <Pages {...props} />}
    </ThemeProvider>
  )
}

function Required({ user }: { user: SessionUser }) {
  const [client] = useState(createQueryClient)
  return (
    <QueryClientProvider client={client}>
      <RequiredSteps user={user} />
    </QueryClientProvider>
  )
}

/** The pages, with a router and a query cache of this session. */
function Pages({ user, isStored, isChanged }: Props) {
  const [router] = useState(() => {
    applyPreferences(user.preferences)
    countDaysIn(user.timeZone)
    return createRouter(user)
  })
  useEffect(() => () => router.dispose(), [router])
  useEffect(() => {
    if (isStored) return
    toast({
      title: translate('Sign-in not saved'),
      description: translate('This browser blocks storage, so reloading the page signs you out.'),
    })
  }, [isStored])
  useEffect(() => {
    if (!isChanged) return
    toast({
      title: translate('Your permissions have changed'),
      description: translate('Pages now reflect your new permissions.'),
    })
  }, [isChanged])
  return (
    <PartsContext value={use(PartsContext) ?? consoleParts}>
      <RouterProvider router={router} />
    </PartsContext>
  )
}

/** Creates the routes of the pages that the user may see. Unknown paths redirect to the home page. */
function createRouter(user: SessionUser) {
  const registry = registryFor(wholeRegistry, user.access)
  const own = ownPages(canOnPage)
  const routes = pagesOf(registry, own).flatMap((page) =>
    page.paths.map((path) => ({ path, element: <PageFrame key={page.to} page={page} /> })),
  )
  const home = { path: '*', element: <Navigate to={HOME} replace /> }
  const frame = <Frame user={user} registry={registry} own={own} />
  return createBrowserRouter([{ element: frame, children: [...routes, home] }])
}

function Frame({
  user,
  registry,
  own,
}: {
  user: SessionUser
  registry: readonly Resource[]
  own: ReturnType<typeof ownPages>
}) {
  const [made] = useState(() => {
    const queryClient = createQueryClient()
    return {
      dataProvider: dataProvider(registry, queryClient),
      auditLogProvider: auditLogProvider(registry),
      queryClient,
      // Without roles on the server, admins have all rights and Refine checks nothing.
      access: accessControlProvider(user.access),
    }
  })
  const session = useSyncExternalStore(onSession, currentSession)
  const present = usePresent(registry)
  const resources = useMemo(() => refineResources(registry, present, own), [registry, present, own])
  return (
    <Refine
      dataProvider={made.dataProvider}
      authProvider={authProvider}
      {...(made.access && { accessControlProvider: made.access })}
      auditLogProvider={made.auditLogProvider}
      notificationProvider={notificationProvider}
      i18nProvider={i18nProvider}
      routerProvider={routerProvider}
      resources={resources}
      options={{
        disableTelemetry: true,
        warnWhenUnsavedChanges: true,
        reactQuery: { clientConfig: made.queryClient },
      }}
    >
      <Shell user={session.status === 'in' ? session.user : user} resources={present}>
        <Outlet />
      </Shell>
      <UndoHandler />
    </Refine>
  )
}

/** Data older than this, in milliseconds, is read again when a page is opened or its tab gets the focus. */
const STALE_TIME = 10_000

// Disables a button before a second click on it is handled: TanStack's default notifies components by a timer.
notifyManager.setScheduler(queueMicrotask)

/**
 * Retries a read once if the connection broke. Other errors are shown, with Retry. Each write may change the
 * pending records.
 */
function createQueryClient(): QueryClient {
  const networkMode = 'always'
  const client = new QueryClient({
    mutationCache: new MutationCache({
      onSettled: () => void client.invalidateQueries({ queryKey: [NEEDS_PATH] }),
    }),
    defaultOptions: {
      queries: {
        networkMode,
        staleTime: STALE_TIME,
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 1 && error instanceof HttpError && error.isLost,
      },
      mutations: { networkMode },
    },
  })
  return client
}

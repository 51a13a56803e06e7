import '@ant-design/v5-patch-for-react-19'
import { Refine } from '@refinedev/core'
import { QueryClient } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import { use, useEffect, useState } from 'react'
import { createBrowserRouter, Navigate, Outlet, RouterProvider } from 'react-router-dom'
import { Undoing } from '#admin/crud/changes/Undoing.tsx'
import { PartsContext } from '#admin/crud/parts/finder.ts'
import type { ConsoleAccess } from '#contract/access.ts'
import type { SessionUser } from '#contract/session.ts'
import { registry as wholeRegistry } from '#resources/index.ts'
import { startDrafts } from './drafts/drafts.ts'
import { HOME, pageAddress } from './format/addresses.ts'
import { translate } from './format/translate.ts'
import { menuOf, ownPages, pagesOf } from './pages/pages.ts'
import { consoleParts } from './parts/console-parts.ts'
import { dataProvider } from './providers/data.ts'
import { providers } from './providers/refine.ts'
import { accessControl, mayOnPage, registryFor } from './providers/rights.ts'
import { usePresent } from './providers/use-present.ts'
import { PageFrame, Shell } from './shell/Shell.tsx'
import { antdTheme } from './ui/theme/antd.ts'
import { useShade } from './ui/theme/mode.ts'
import { toast } from './ui/toast/store.ts'
import { useIsPhone } from './ui/use-is-phone.ts'

interface Props {
  user: SessionUser
  isStored: boolean
  /** Its rights have changed while the page was open. */
  isChanged: boolean
}

startDrafts()

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce
/** What the console of one session is made of: what its role may see. */
function assemble(access: ConsoleAccess | undefined) {
  const registry = registryFor(wholeRegistry, access)
  const own = ownPages(mayOnPage)
  const control = accessControl(access)
  return {
    registry,
    own,
    ...{ dataProvider: dataProvider(registry), ...(control && { accessControlProvider: control }) },
    resources: registry.map(({ name, page, title }) => ({
      name,
      identifier: page,
      list: pageAddress(page),
      meta: { label: title },
    })),
    /** One route a page, with a record open where the address names one; an unknown path leads home (ROUTE-03). */
    routes: [
      ...pagesOf(registry, own).map((page) => ({
        path: [page.to, page.param && `:${page.param}?`, page.step && `${page.step}?`]
          .filter(Boolean)
          .join('/'),
        element: <PageFrame key={page.to} page={page} />,
      })),
      { path: '*', element: <Navigate to={HOME} replace /> },
    ],
  }
}
type Assembled = ReturnType<typeof assemble>

/** The console of one session: it comes with a cache and a router of its own, and they go with it. */
export function Console({ user, isStored, isChanged }: Props) {
  const [router] = useState(() => {
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
    <ConfigProvider
      theme={antdTheme[useShade()][useIsPhone() ? 'phone' : 'desktop']}
      wave={{ disabled: true }}
      {...(nonce && { csp: { nonce } })}
    >
      <PartsContext value={use(PartsContext) ?? consoleParts}>
        <RouterProvider router={router} />
      </PartsContext>
    </ConfigProvider>
  )
}

function Frame({ user, made }: { user: SessionUser; made: Omit<Assembled, 'routes'> }) {
  const { registry, own, ...given } = made
  const [queryClient] = useState(makeQueryClient)
  const present = usePresent(registry)
  return (
    <Refine
      {...providers}
      {...given}
      options={{
        disableTelemetry: true,
        warnWhenUnsavedChanges: true,
        reactQuery: { clientConfig: queryClient },
      }}
    >
      <Shell user={user} groups={menuOf(present, own)} resources={present}>
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

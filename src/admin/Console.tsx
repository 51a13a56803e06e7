import '@ant-design/v5-patch-for-react-19'
import { Refine } from '@refinedev/core'
import { QueryClient } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import { use, useEffect, useState } from 'react'
import { createBrowserRouter, Navigate, Outlet, RouterProvider } from 'react-router-dom'
import { PartsContext } from '#admin/crud/parts/finder.ts'
import type { SessionUser } from '#contract/session.ts'
import { registry } from '#resources/index.ts'
import { HOME, pageAddress } from './format/addresses.ts'
import { translate } from './format/translate.ts'
import { menuOf, pagesOf } from './pages/pages.ts'
import { consoleParts } from './parts/console-parts.ts'
import { dataProvider } from './providers/data.ts'
import { providers } from './providers/refine.ts'
import { usePresent } from './providers/use-present.ts'
import { PageFrame, Shell } from './shell/Shell.tsx'
import { antdTheme } from './ui/theme/antd.ts'
import { useShade } from './ui/theme/mode.ts'
import { toast } from './ui/toast/store.ts'
import { useIsPhone } from './ui/use-is-phone.ts'

interface Props {
  user: SessionUser
  isStored: boolean
}

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce
const provider = dataProvider(registry)
const resources = registry.map(({ name, page, title }) => ({
  name,
  identifier: page,
  list: pageAddress(page),
  meta: { label: title },
}))

/** One route a page, with a record open where the address names one; an unknown path leads home (ROUTE-03). */
const ROUTES = [
  ...pagesOf(registry).map((page) => ({
    path: page.param ? `${page.to}/:${page.param}?` : page.to,
    element: <PageFrame key={page.to} page={page} />,
  })),
  { path: '*', element: <Navigate to={HOME} replace /> },
]

/** The console of one session: it comes with a cache and a router of its own, and they go with it. */
export function Console({ user, isStored }: Props) {
  const [router] = useState(() =>
    createBrowserRouter([{ element: <Frame user={user} />, children: ROUTES }]),
  )
  useEffect(() => () => router.dispose(), [router])
  useEffect(() => {
    if (isStored) return
    toast({
      title: translate('Not remembered'),
      description: translate('This browser stores nothing: reloading the page signs you out.'),
    })
  }, [isStored])
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

function Frame({ user }: { user: SessionUser }) {
  const [queryClient] = useState(makeQueryClient)
  const present = usePresent(registry)
  return (
    <Refine
      {...providers}
      dataProvider={provider}
      resources={resources}
      options={{
        disableTelemetry: true,
        warnWhenUnsavedChanges: true,
        reactQuery: { clientConfig: queryClient },
      }}
    >
      <Shell user={user} groups={menuOf(present)}>
        <Outlet />
      </Shell>
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

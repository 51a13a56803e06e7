import { lazy, Suspense } from 'react'
import { Navigate, type RouteObject } from 'react-router-dom'
import { HOME } from '#admin/format/addresses.ts'
import type { Resource } from '#model/resource.ts'
import { Home } from './pages/home/Home.tsx'
import { Settings } from './pages/Settings.tsx'
import { PageSkeleton } from './ui/PageSkeleton.tsx'
import { orReload } from './ui/reload.ts'

const ResourcePage = lazy(async () => {
  const { ResourcePage } = await orReload(await import('#admin/crud/ResourcePage.tsx'))
  return { default: ResourcePage }
})

const Dashboards = lazy(async () => {
  const { Dashboards } = await orReload(await import('#admin/pages/dashboards/Dashboards.tsx'))
  return { default: Dashboards }
})

const Analytics = lazy(async () => {
  const { Analytics } = await orReload(await import('#admin/pages/analytics/Analytics.tsx'))
  return { default: Analytics }
})

/**
 * The console's routes (ROUTE-02): one page per resource, with a record's form open where the address names
 * one; an unknown path leads home (ROUTE-03).
 */
export function routesWithin(registry: readonly Resource[]): RouteObject[] {
  return [
    { path: HOME, element: <Home registry={registry} /> },
    ...registry
      .filter(({ hasOwnPage }) => !hasOwnPage)
      .map((resource) => ({
        path: `${HOME}/${resource.page}/:record?`,
        element: (
          <Suspense fallback={<PageSkeleton title={resource.title} subtitle={resource.subtitle} />}>
            <ResourcePage key={resource.page} resource={resource} />
          </Suspense>
        ),
      })),
    {
      path: `${HOME}/dashboards/:dashboard?`,
      element: (
        <Suspense
          fallback={
            <PageSkeleton title="Dashboards" subtitle="Build your own views of what happens" />
          }
        >
          <Dashboards />
        </Suspense>
      ),
    },
    {
      path: `${HOME}/analytics`,
      element: (
        <Suspense
          fallback={
            <div className="page-tall">
              <PageSkeleton
                title="Analytics"
                subtitle="Platform performance metrics and insights"
              />
            </div>
          }
        >
          <Analytics />
        </Suspense>
      ),
    },
    { path: `${HOME}/settings`, element: <Settings /> },
    { path: '*', element: <Navigate to={HOME} replace /> },
  ]
}

import { Suspense } from 'react'
import type { Page } from '#admin/pages/pages.ts'
import { PageContext } from '#admin/ui/arrival.ts'
import { Boundary } from '#admin/ui/Boundary.tsx'
import { PageHead } from '#admin/ui/PageHead.tsx'
import { Spinner } from '#admin/ui/Spinner.tsx'
import css from './PageFrame.module.css'

/** A page at its route: its own code may be on the way, and may fail, without the frame around it. */
export function PageFrame({ page }: { page: Page }) {
  return (
    <PageContext value={page}>
      <Boundary>
        <Suspense fallback={<Waiting isTall={page.isTall === true} />}>{page.draw()}</Suspense>
      </Boundary>
    </PageContext>
  )
}

/** Stands where the page will stand: its title is known already. */
function Waiting({ isTall }: { isTall: boolean }) {
  return (
    <div className={isTall ? css.tall : undefined}>
      <PageHead />
      <Spinner />
    </div>
  )
}

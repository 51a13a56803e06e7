import { translate } from '#admin/format/translate.ts'
import { PageHead } from './PageHead.tsx'

/** Stands where a page will stand while its code is on the way: its title is known already. */
export function PageSkeleton({ title, subtitle }: { title: string; subtitle: string | undefined }) {
  return (
    <>
      <PageHead title={translate(title)} subtitle={subtitle && translate(subtitle)} />
      <output className="spinner" aria-label={translate('Loading')} />
    </>
  )
}

import { createPortal } from 'react-dom'
import { translate } from '#admin/format/translate.ts'
import { MoreMenu } from '#admin/ui/MoreMenu.tsx'
import type { Deed } from './ViewBar.tsx'
import css from './ViewChooser.module.css'

/** The views of a list on a phone, and what can be done with the chosen one: a menu beside the page's title. */
export function ViewChooser({
  views,
  chosen,
  choose,
  deeds,
  head,
}: {
  views: readonly { key: string; name: string }[]
  chosen: string
  choose: (id: string) => void
  deeds: readonly Deed[]
  /** Where it stands. */
  head: Element | null
}) {
  if (!head) return null
  const name = views.find(({ key }) => key === chosen)?.name ?? translate('All')
  const items = views.map((view) => ({
    key: `view ${view.key}`,
    label: view.name,
    isChosen: view.key === chosen,
    choose: () => choose(view.key),
  }))
  return createPortal(
    <span className={css.chooser}>
      <MoreMenu
        label={translate('View “{name}”', { name })}
        words={name}
        items={[...items, ...deeds]}
      />
    </span>,
    head,
  )
}

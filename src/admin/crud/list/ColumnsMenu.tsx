import { Button } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { loadable } from '#admin/ui/loadable.tsx'
import { useDropdown } from '#admin/ui/use-dropdown.ts'
import type { Resource } from '#model/resource.ts'
import css from './ColumnsMenu.module.css'
import type { TableView } from './table-view.ts'

/** What is set of the columns comes with the first press. */
const ColumnsPanel = loadable(
  () => import('./ColumnsPanel.tsx'),
  (module) => module.ColumnsPanel,
)

/** The button of the panel in which a person arranges a list's table (LIST-08). It tells what has no room, and that the table scrolls. */
export function ColumnsMenu({ resource, view }: { resource: Resource; view: TableView }) {
  const { isOpen, button, setOpen, around } = useDropdown()
  const { shown, under, dropped, overflows } = view.arrangement
  const stand = shown.length + under.length
  return (
    <span className={css.menu} {...around}>
      <Button
        ref={button}
        icon={<ColumnsSign />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {translate('Columns')}
        {dropped.length > 0 ? (
          <small>
            {translate('{shown} of {all}', { shown: stand, all: stand + dropped.length })}
          </small>
        ) : overflows ? (
          <small>{translate('scrolls')}</small>
        ) : null}
      </Button>
      {isOpen ? (
        <ColumnsPanel resource={resource} view={view} onLeave={() => setOpen(false)} />
      ) : null}
    </span>
  )
}

function ColumnsSign() {
  return (
    <svg className={css.sign} viewBox="0 0 16 16" aria-hidden="true">
      <path d="M2.5 2.5h11v11h-11zM6.2 2.5v11M9.8 2.5v11" />
    </svg>
  )
}

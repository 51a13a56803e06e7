import type { ReactNode } from 'react'
import { translate } from '#admin/format/translate.ts'
import { useDropdown } from '#admin/ui/use-dropdown.ts'
import css from './Pill.module.css'
import { Pill, type PillProps } from './Pill.tsx'

/** What a panel below a pill ends with: it is done, and hands the focus back, or was left. */
export interface DropEnds {
  leave: () => void
  onLeave: () => void
}

/** A filter whose pill drops a panel below itself. */
export function DropPill({
  label,
  chosen,
  end,
  panel,
}: Pick<PillProps, 'label' | 'chosen' | 'end'> & { panel: (ends: DropEnds) => ReactNode }) {
  const { isOpen, button, setOpen, leave, around } = useDropdown()
  return (
    <span className={css.around} {...around}>
      <Pill label={label} chosen={chosen} end={end}>
        <button
          type="button"
          ref={button}
          data-pill=""
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-label={chosen ? translate('{label}: {value}', { label, value: chosen }) : label}
          onClick={() => setOpen(!isOpen)}
        />
      </Pill>
      {isOpen ? panel({ leave, onLeave: () => setOpen(false) }) : null}
    </span>
  )
}

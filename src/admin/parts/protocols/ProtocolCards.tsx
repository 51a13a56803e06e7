import { useState } from 'react'
import type { ListBodyProps } from '#admin/crud/parts/props.ts'
import { useNames } from '#admin/crud/references/use-names.ts'
import { translate } from '#admin/format/translate.ts'
import { idsAt } from '#admin/providers/adapters/coerce.ts'
import { findAt } from '#model/paths.ts'
import { ProtocolCard } from './ProtocolCard.tsx'

/** The list of protocols: cards that open, several at once. The names they show are asked for once a page. */
export function ProtocolCards({ rows, check, actions }: ListBodyProps) {
  const [open, setOpen] = useState<readonly string[]>([])
  const ids = (pattern: string) => findAt(rows, pattern).flatMap(({ value }) => idsAt(value))
  const missions = useNames('missions/templates', ids('*.phases.*.milestones.*.missions'))
  const fields = useNames('career-fields', ids('*.careerFields'))
  const toggle = (id: string) =>
    setOpen((before) =>
      before.includes(id) ? before.filter((one) => one !== id) : [...before, id],
    )
  return (
    <ul aria-label={translate('Protocols')}>
      {rows.map((row) => (
        <ProtocolCard
          key={row.id}
          row={row}
          missions={missions}
          fields={fields}
          isOpen={open.includes(row.id)}
          toggle={() => toggle(row.id)}
          check={check(row)}
          actions={actions(row)}
        />
      ))}
    </ul>
  )
}

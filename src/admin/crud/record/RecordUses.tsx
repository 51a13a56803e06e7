import { Flex, Typography } from 'antd'
import { use } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { pageAddress } from '#admin/format/addresses.ts'
import { counted } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import type { UseRead } from '#admin/providers/adapters/read-record-facts.ts'
import { PageContext } from '#admin/ui/arrival.ts'
import { Chips } from '#admin/ui/Chips.tsx'
import { referencesOf } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { lowered } from '#model/words.ts'
import { registry } from '#resources/index.ts'
import { cameFrom } from '../came-from.ts'
import { RecordCard } from './RecordCard.tsx'

/** Where a record is used, by name; nothing of a record that nothing can refer to. */
export function RecordUses({
  resource,
  uses,
  hasOthers,
}: {
  resource: Resource
  uses: readonly UseRead[]
  hasOthers: boolean
}) {
  if (uses.length === 0 && !hasOthers && !canBeUsed(resource)) return null
  return (
    <RecordCard title={translate('Where it is used')}>
      {uses.length === 0 && !hasOthers ? (
        <Typography.Text type="secondary" style={{ display: 'block', marginBlockStart: 4 }}>
          {translate('Nowhere.')}
        </Typography.Text>
      ) : (
        <Flex component="ul" vertical gap={12}>
          {uses.map((one) => (
            <Used key={`${one.resource} ${one.label.many}`} used={one} />
          ))}
        </Flex>
      )}
      {hasOthers ? (
        <Typography.Text type="secondary" style={{ display: 'block', marginBlockStart: 4 }}>
          {translate('Other records use it, that you may not see.')}
        </Typography.Text>
      ) : null}
    </RecordCard>
  )
}

/** How many records of a resource, which leads to their list, and the first of them by name. */
function Used({ used: { resource, label, total, records, query } }: { used: UseRead }) {
  const location = useLocation()
  const state = cameFrom(location, translate(use(PageContext).title))
  const found = registry.find(({ name, hasOwnPage }) => name === resource && !hasOwnPage)
  const [one, many] = [label.one, label.many].map(lowered)
  const words = counted(total, `{count} ${one}`, `{count} ${many}`)
  const more = total - records.length
  return (
    <li>
      <p style={{ marginBlockEnd: 4, fontWeight: 500 }}>
        {found && query ? (
          <Link to={`${pageAddress(found.page)}${query}`} state={state}>
            <bdi>{words}</bdi>
          </Link>
        ) : (
          <bdi>{words}</bdi>
        )}
      </p>
      <Chips
        chips={records.map(({ id, name }) => ({
          key: id,
          text: name,
          ...(found && { to: pageAddress(found.page, id), state }),
        }))}
      />
      {more > 0 ? (
        <Typography.Text type="secondary" style={{ display: 'block', marginBlockStart: 4 }}>
          {translate('and {count} more', { count: more })}
        </Typography.Text>
      ) : null}
    </li>
  )
}

/** Whether any declaration refers to records of this resource. */
function canBeUsed({ name }: Resource): boolean {
  return registry.some(({ create }) => referencesOf(create).some(({ to }) => to === name))
}

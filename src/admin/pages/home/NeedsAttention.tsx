import { Card, Flex } from 'antd'
import { Link } from 'react-router-dom'
import { listLink } from '#admin/format/list-address.ts'
import { translate, translateCount } from '#admin/format/translate.ts'
import { numberOf, useNeeds } from '#admin/providers/needs.ts'
import { MenuIcon } from '#admin/ui/icons.tsx'
import type { NeedCount } from '#contract/needs.ts'
import type { Resource } from '#model/resource.ts'
import css from './Home.module.css'

/** What needs attention, each line a link to the list of just that. Nothing where nothing does. */
export function NeedsAttention({ registry }: { registry: readonly Resource[] }) {
  const lines = linesOf(registry, useNeeds().data ?? [])
  if (lines.length === 0) return null
  return (
    <section aria-labelledby="needs-attention">
      <Card title={<h2 id="needs-attention">{translate('Needs attention')}</h2>}>
        <ul>
          {lines.map(({ key, resource, need, found }) => (
            <li key={key} className={css.line}>
              <Link to={listLink(resource.page, { filters: need.filters })}>
                <Flex gap={12} align="center">
                  <MenuIcon name={resource.icon} />
                  {translateCount(found.count, ...need.words).replace('{count}', numberOf(found))}
                </Flex>
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}

/** What is new comes first: that of the menu. What this console does not know of is left out. */
function linesOf(registry: readonly Resource[], counts: readonly NeedCount[]) {
  const lines = registry.flatMap((resource) =>
    Object.entries(resource.needs).flatMap(([name, need]) => {
      const found = counts.find((one) => one.resource === resource.name && one.need === name)
      return found ? [{ key: `${resource.name} ${name}`, resource, need, found }] : []
    }),
  )
  return lines.sort((one, other) => Number(!one.need.badge) - Number(!other.need.badge))
}

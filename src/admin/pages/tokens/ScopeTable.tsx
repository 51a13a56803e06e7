import { Checkbox, Table } from 'antd'
import { translate, translateWithin } from '#admin/format/translate.ts'
import type { Scope, TokenAction } from '#contract/tokens.ts'
import { COLUMNS, KNOWN, subjectWords } from './words.ts'

type Known = (typeof KNOWN)[number]

/** The permissions of a token by resource, as check boxes. */
export function ScopeTable({
  value: scopes = [],
  onChange,
  ...group
}: {
  id?: string
  'aria-describedby'?: string
  value?: readonly Scope[]
  onChange?: (scopes: Scope[]) => void
}) {
  const actionsOf = (name: string) =>
    scopes.find(({ resource }) => resource === name)?.actions ?? []
  const turn = (name: string, action: TokenAction, isOn: boolean) => {
    const others = scopes.filter(({ resource }) => resource !== name)
    const before = actionsOf(name)
    // Changing, deleting and exporting include reading.
    const wanted: TokenAction[] = isOn
      ? [...new Set<TokenAction>([...before, ...needs(action), action])]
      : before.filter((one) => one !== action && !needs(one).includes(action))
    onChange?.(wanted.length > 0 ? [...others, { resource: name, actions: wanted }] : others)
  }
  return (
    <fieldset {...group} tabIndex={-1} aria-label={translate('Permissions')}>
      <Table<Known> size="small" rowKey="resource" dataSource={KNOWN} pagination={false}>
        <Table.Column<Known>
          dataIndex="resource"
          rowScope="row"
          render={(name: string) => subjectWords(name)}
        />
        {COLUMNS.map(({ action, label }) => (
          <Table.Column<Known>
            key={action}
            align="center"
            title={translate(label)}
            render={(_, { resource: name, actions }) =>
              actions.includes(action) ? (
                <Checkbox
                  aria-label={translate('{what}: {actions}', {
                    what: subjectWords(name),
                    actions: translateWithin(label),
                  })}
                  checked={actionsOf(name).includes(action)}
                  onChange={({ target }) => turn(name, action, target.checked)}
                />
              ) : null
            }
          />
        ))}
      </Table>
    </fieldset>
  )
}

function needs(action: TokenAction): TokenAction[] {
  return action === 'update' || action === 'delete' || action === 'export' ? ['read'] : []
}

import { translate, translateWithin } from '#admin/format/translate.ts'
import { Checkbox } from '#admin/ui/Checkbox.tsx'
import type { Scope, TokenAction } from '#contract/tokens.ts'
import css from './ScopeTable.module.css'
import { COLUMNS, KNOWN, subjectWords } from './words.ts'

/** What a token may do with which resource, as boxes to be checked: only what it can be given has one. */
export function ScopeTable({
  scopes,
  setScopes,
  labelledBy,
}: {
  scopes: readonly Scope[]
  setScopes: (scopes: Scope[]) => void
  labelledBy: string
}) {
  const has = (name: string, action: TokenAction) =>
    scopes.some(({ resource, actions }) => resource === name && actions.includes(action))
  const turn = (name: string, action: TokenAction, isOn: boolean) => {
    const others = scopes.filter(({ resource }) => resource !== name)
    const before = scopes.find(({ resource }) => resource === name)?.actions ?? []
    // What is changed, deleted or taken away has to be read first.
    const wanted: TokenAction[] = isOn
      ? [...new Set<TokenAction>([...before, ...needs(action), action])]
      : before.filter((one) => one !== action && !needs(one).includes(action))
    setScopes(wanted.length > 0 ? [...others, { resource: name, actions: wanted }] : others)
  }
  return (
    <table className={css.table} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <td />
          {COLUMNS.map(({ action, label }) => (
            <th key={action} scope="col">
              {translate(label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {KNOWN.map(({ resource: name, actions }) => (
          <tr key={name}>
            <th scope="row">{subjectWords(name)}</th>
            {COLUMNS.map(({ action, label }) => (
              <td key={action}>
                {actions.includes(action) ? (
                  <Checkbox
                    label={translate('{what}: {actions}', {
                      what: subjectWords(name),
                      actions: translateWithin(label),
                    })}
                    isOn={has(name, action)}
                    onToggle={(isOn) => turn(name, action, isOn)}
                  />
                ) : null}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function needs(action: TokenAction): TokenAction[] {
  return action === 'update' || action === 'delete' || action === 'export' ? ['read'] : []
}

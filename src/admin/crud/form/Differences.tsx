import { listInRow } from '#admin/format/lists.ts'
import { translate } from '#admin/format/translate.ts'
import type { Draft } from '#admin/providers/adapters/draft.ts'
import type { Field, Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { useNames } from '../references/use-names.ts'
import css from './Differences.module.css'
import { differences, type FieldVersion } from './differences.ts'

interface Props {
  resource: Resource
  fields: readonly Field[]
  mine: Draft
  theirs: Row
}

/** What these fields hold in both versions, beside each other. */
export function Differences({ resource, fields, mine, theirs }: Props) {
  if (fields.length === 0)
    return <p>{translate('The fields of this form are the same in both versions.')}</p>
  return (
    <table className={css.differences}>
      <thead>
        <tr>
          {['Field', 'Now saved', 'Yours'].map((head) => (
            <th key={head} scope="col">
              {translate(head)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {differences(resource, fields, mine, theirs).map(({ path, label, theirs, mine }) => (
          <tr key={path}>
            <th scope="row">{translate(label)}</th>
            <td dir="auto">
              <Words of={theirs} />
            </td>
            <td dir="auto">
              <Words of={mine} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Words({ of }: { of: FieldVersion }) {
  return typeof of === 'string' ? of : <NamesOf {...of} />
}

function NamesOf({ to, ids }: Exclude<FieldVersion, string>) {
  const names = useNames(to, ids)
  return listInRow(ids.map((id) => names.nameOf(id)))
}

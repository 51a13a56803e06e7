import { Table } from 'antd'
import { listInRow } from '#admin/format/lists.ts'
import { translate } from '#admin/format/translate.ts'
import type { Draft } from '#admin/providers/adapters/draft.ts'
import type { Field, Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { useNames } from '../references/use-names.ts'
import { type Difference, differences, type FieldVersion } from './differences.ts'

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
    <Table<Difference>
      size="small"
      rowKey="path"
      dataSource={differences(resource, fields, mine, theirs)}
      pagination={false}
    >
      <Table.Column<Difference>
        title={translate('Field')}
        dataIndex="label"
        rowScope="row"
        render={(label: string) => translate(label)}
      />
      <Table.Column<Difference>
        title={translate('Now saved')}
        dataIndex="theirs"
        render={inWords}
      />
      <Table.Column<Difference> title={translate('Yours')} dataIndex="mine" render={inWords} />
    </Table>
  )
}

function inWords(version: FieldVersion) {
  return (
    <span dir="auto" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {typeof version === 'string' ? version : <NamesOf {...version} />}
    </span>
  )
}

function NamesOf({ to, ids }: Exclude<FieldVersion, string>) {
  const names = useNames(to, ids)
  return listInRow(ids.map((id) => names.nameOf(id)))
}

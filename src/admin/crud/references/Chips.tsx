import { CloseOutlined } from '@ant-design/icons'
import { translate } from '#admin/format/translate.ts'
import type { Names } from './use-names.ts'

/** What was chosen, each with a button that takes it away; what exists no more says so and stays until then. */
export function Chips({
  ids,
  names,
  remove,
}: {
  ids: readonly string[]
  names: Names
  remove: (id: string) => void
}) {
  if (ids.length === 0) return null
  return (
    <ul className="crud-chips">
      {ids.map((id) => (
        <li key={id} className={names.isGone(id) ? 'crud-chip crud-chip-gone' : 'crud-chip'}>
          <bdi>{names.nameOf(id)}</bdi>
          <Cross name={names.nameOf(id)} onClick={() => remove(id)} />
        </li>
      ))}
    </ul>
  )
}

/** The button that takes a named thing away. */
export function Cross({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className="crud-cross"
      aria-label={translate('Remove {name}', { name })}
      onClick={onClick}
    >
      <CloseOutlined aria-hidden="true" />
    </button>
  )
}

import type { ListBodyProps } from '../props.ts'

/** The list of protocols. */
export function ProtocolCards({ rows, actions }: ListBodyProps) {
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.id}>
          {String(row.title ?? '')} {actions(row)}
        </li>
      ))}
    </ul>
  )
}

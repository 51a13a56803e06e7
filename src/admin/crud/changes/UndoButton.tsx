import { Button } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { useIsUndoing, wantUndo } from '#admin/providers/wanted-undo.ts'
import { LinkButton } from '#admin/ui/LinkButton.tsx'

/** Undoes a change at once. Takes what the change is called, where more than one can be undone. */
export function UndoButton({ change, name }: { change: string; name?: string }) {
  const wanted = { changeId: change }
  return (
    <Button
      loading={useIsUndoing(wanted)}
      {...(name !== undefined && { 'aria-label': translate('Undo: {name}', { name }) })}
      onClick={() => wantUndo(wanted)}
    >
      {translate('Undo')}
    </Button>
  )
}

/** Gives one field of a record the value back that it had before a change, at once. */
export function RestoreValue({
  change,
  resource,
  id,
  path,
  label,
}: {
  change: string
  resource: string
  id: string
  path: string
  label: string
}) {
  return (
    <LinkButton
      style={{ height: 'auto', paddingInline: 0, textAlign: 'end', whiteSpace: 'normal' }}
      aria-label={translate('Restore this value: {field}', { field: label })}
      onClick={() => wantUndo({ changeId: change, only: [{ resource, id, fields: [path] }] })}
    >
      {translate('Restore this value')}
    </LinkButton>
  )
}

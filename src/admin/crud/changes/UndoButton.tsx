import { Button } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { useIsUndoing, wantUndo } from '#admin/providers/wanted-undo.ts'

export function UndoButton({ change }: { change: string }) {
  return (
    <Button loading={useIsUndoing(change)} onClick={() => wantUndo({ changeId: change })}>
      {translate('Undo')}
    </Button>
  )
}

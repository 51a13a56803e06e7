import { Button } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { requestUndo, useIsUndoing } from '#admin/providers/undo-requests.ts'

export function UndoButton({ change }: { change: string }) {
  return (
    <Button loading={useIsUndoing(change)} onClick={() => requestUndo({ changeId: change })}>
      {translate('Undo')}
    </Button>
  )
}

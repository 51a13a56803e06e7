import { Button } from 'antd'
import { useState } from 'react'
import { writtenAt } from '#admin/format/time.ts'
import { translate } from '#admin/format/translate.ts'
import { ButtonRow } from './ButtonRow.tsx'
import { DiscardDialog } from './DiscardDialog.tsx'
import { NameIn } from './NameIn.tsx'
import { NoticeBar } from './Notice.tsx'

interface Props {
  /** What the draft is one of. */
  name: string
  /** When it was typed, in milliseconds. */
  at: number
  go: () => void
  discard: () => void
}

/** Something that was typed earlier and not saved, and the two ways on. */
export function DraftNotice({ name, at, go, discard }: Props) {
  const [asks, setAsks] = useState(false)
  const time = writtenAt(at, Date.now())
  return (
    <NoticeBar tone="yellow" role="status">
      <p>
        <NameIn
          text={translate('You have an unsaved draft of {name} from {time}.', { time })}
          name={name}
        />
      </p>
      <ButtonRow>
        <Button onClick={() => setAsks(true)}>{translate('Discard')}</Button>
        <Button onClick={go}>{translate('Continue')}</Button>
      </ButtonRow>
      <DiscardDialog isOpen={asks} isSaving={false} keep={() => setAsks(false)} discard={discard} />
    </NoticeBar>
  )
}

import { useRef, useState } from 'react'
import { isolate } from '#admin/format/isolate.ts'
import { translate } from '#admin/format/translate.ts'
import { QuestionDialog } from '#admin/ui/QuestionDialog.tsx'
import type { Resource } from '#model/resource.ts'
import { DeleteUses } from '../DeleteUses.tsx'
import { endedText } from '../use-uses.ts'
import type { Asked } from './ask-uses.ts'

/** Asks what a declaration wants asked before a save; answers once it has closed and the focus is back. */
export function AskBefore({
  question: { title, text, yes },
  name,
  resource,
  uses,
  ends,
  onAnswered,
}: Asked & { resource: Resource; onAnswered: (isYes: boolean) => void }) {
  const [isOpen, setOpen] = useState(true)
  const isYes = useRef(false)
  return (
    <QuestionDialog
      isOpen={isOpen}
      title={translate(title, { name: isolate(name) })}
      text={text}
      no="Cancel"
      yes={yes}
      onNo={() => setOpen(false)}
      onYes={() => {
        isYes.current = true
        setOpen(false)
      }}
      onClosed={() => onAnswered(isYes.current)}
    >
      {uses ? (
        <DeleteUses
          resource={resource}
          uses={{ isAsked: true, told: uses, isLoading: false, stands: false }}
          leave={() => setOpen(false)}
        />
      ) : ends ? (
        <p>{endedText(ends)}</p>
      ) : null}
    </QuestionDialog>
  )
}

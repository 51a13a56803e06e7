import { Suspense } from 'react'
import { translate } from '#admin/format/translate.ts'
import { NameIn } from '#admin/ui/NameIn.tsx'
import { QuestionDialog } from '#admin/ui/QuestionDialog.tsx'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { usePart } from '../parts/finder.ts'
import type { Runs } from './use-runs.ts'

interface Props {
  resource: Resource
  /** How many records the list has. */
  total: number
  runs: Runs
}

/** The question of a declared action, and the answer of one that shows it. */
export function ActionQuestion({ resource, total, runs }: Props) {
  const { asked, shown } = runs
  const part = shown?.action.shown
  if (shown?.row && part !== undefined)
    return (
      <Suspense fallback={null}>
        <Shown {...{ resource, part }} row={shown.row} answer={shown.body} close={shown.close} />
      </Suspense>
    )
  const question = asked?.action.confirm
  if (!(asked && question)) return null
  const { action, row } = asked
  const count = { count: total }
  const { title, text, yes } = question
  return (
    <QuestionDialog
      isOpen={asked.isOpen}
      title={row ? <NameIn text={title} name={nameOf(resource, row)} /> : translate(title, count)}
      text={translate(text, count)}
      no="Cancel"
      yes={yes}
      isDangerous={action.isDangerous}
      isBusy={runs.isRunning(action, row)}
      onNo={() => asked.answer(false)}
      onYes={() => asked.answer(true)}
      onClosed={asked.end}
    />
  )
}

/** The answer, drawn by the component that the declaration names. */
function Shown({
  resource,
  part,
  ...rest
}: {
  resource: Resource
  part: string
  row: Row
  answer: unknown
  close: () => void
}) {
  const Result = usePart(resource.page, 'results', part)
  return <Result {...rest} />
}

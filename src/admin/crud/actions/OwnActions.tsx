import { Button, Flex } from 'antd'
import { type ReactNode, Suspense } from 'react'
import { isolate } from '#admin/format/isolate.ts'
import { translate } from '#admin/format/translate.ts'
import { canDo } from '#admin/providers/access-control-provider.ts'
import { hasOwnActions } from '#admin/providers/own-actions.ts'
import { QuestionDialog } from '#admin/ui/QuestionDialog.tsx'
import { canBeDone, type OwnAction } from '#model/actions.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import type { ResourceList } from '../list/use-resource-list.ts'
import { usePart } from '../parts/finder.ts'
import type { Runs } from './use-runs.ts'

/** A button for each of these actions that can be run on a record. */
export function ActionButtons({
  resource,
  row,
  runs,
  actions,
  icon,
}: {
  resource: Resource
  row: Row
  runs: Runs
  actions: readonly OwnAction[]
  icon?: ReactNode
}) {
  if (!(hasOwnActions && canDo(resource, 'act', row))) return null
  const name = nameOf(resource, row)
  return actions
    .filter((action) => canBeDone(action, row))
    .map((action) => (
      <Button
        key={action.name}
        icon={icon}
        danger={action.isDangerous}
        loading={runs.isRunning(action, row)}
        aria-label={`${translate(action.label)}: ${name}`}
        onClick={() => runs.begin(action, row)}
      >
        {translate(action.label)}
      </Button>
    ))
}

/** Actions on all records of a list. Hidden when the backend ignored the search or a filter. */
export function OwnListActions({
  resource,
  list,
  runs,
}: {
  resource: Resource
  list: ResourceList
  runs: Runs
}) {
  if (!hasOwnActions || resource.listActions.length === 0) return null
  const isOff = list.rows.length === 0 || list.isOld || list.answer.ignoredKinds !== undefined
  return (
    <Flex wrap gap={8} style={{ marginInlineStart: 'auto' }}>
      {resource.listActions.map((action) => (
        <Button
          key={action.name}
          danger={action.isDangerous}
          disabled={isOff}
          loading={runs.isRunning(action)}
          onClick={() => runs.begin(action)}
        >
          {translate(action.label)}
        </Button>
      ))}
    </Flex>
  )
}

/** The confirmation of a declared action, and the answer of one that shows it. */
export function OwnRuns({
  resource,
  total,
  runs: { asked, shown },
}: {
  resource: Resource
  /** Number of records of the list. */
  total: number
  runs: Runs
}) {
  const part = shown?.action.shown
  const question = asked?.action.confirm
  // The confirmation returns the focus before the answer takes it.
  if (!asked && shown?.row && part !== undefined)
    return (
      <Suspense fallback={null}>
        <Shown {...{ resource, part }} row={shown.row} answer={shown.body} close={shown.close} />
      </Suspense>
    )
  if (!(asked && question)) return null
  const { action, row } = asked
  const { title, text, yes } = question
  const words = { count: total, name: row ? isolate(nameOf(resource, row)) : '' }
  return (
    <QuestionDialog
      isOpen={asked.isOpen}
      title={translate(title, words)}
      text={translate(text, words)}
      no="Cancel"
      yes={yes}
      isDangerous={action.isDangerous}
      onNo={() => asked.answer(false)}
      onYes={() => asked.answer(true)}
      onClosed={asked.end}
    />
  )
}

interface ShownProps {
  resource: Resource
  part: string
  row: Row
  answer: unknown
  close: () => void
}

/** The answer, rendered by the component that the declaration names. */
function Shown({ resource, part, ...rest }: ShownProps) {
  const Result = usePart(resource.page, 'results', part)
  return <Result {...rest} />
}

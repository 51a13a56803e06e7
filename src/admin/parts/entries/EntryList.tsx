import { PlusOutlined } from '@ant-design/icons'
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { Button } from 'antd'
import { useMemo, useRef } from 'react'
import type { PartProps } from '#admin/crud/parts/props.ts'
import { translate } from '#admin/format/translate.ts'
import { EntryCard } from './EntryCard.tsx'
import css from './EntryList.module.css'
import type { EntryKind } from './kind.ts'
import { live } from './lines.ts'
import { RemovedEntry } from './RemovedEntry.tsx'
import { errorsByPlace, useEntries } from './use-entries.ts'

/** A list of entries that can be added to, taken from and put in order, by buttons or by dragging. */
export function EntryList({ id, value, onChange, errors, kind }: PartProps & { kind: EntryKind }) {
  const box = useRef<HTMLDivElement>(null)
  const { lines, entries, announcement } = useEntries({ value, onChange, kind, box })
  const sensors = useSensors(useSensor(PointerSensor, FROM_A_FEW_PIXELS))
  const shown = live(lines)

  // Both stay the same objects while one types, so that the other entries are not drawn again.
  const keyText = shown.map(({ key }) => key).join(' ')
  const keys = useMemo(() => keyText.split(' ').filter(Boolean), [keyText])
  const errorText = JSON.stringify(errors)
  const places = useMemo(() => errorsByPlace(JSON.parse(errorText)), [errorText])

  const endDrag = ({ active, over }: DragEndEvent) =>
    over && active.id !== over.id && entries.drop(String(active.id), String(over.id))

  const title = translate(kind.many)
  return (
    // biome-ignore lint/a11y/useSemanticElements: the form has the fieldset; this is where its label and errors lead
    <div
      ref={box}
      id={id}
      className={css.list}
      role="group"
      tabIndex={-1}
      aria-label={kind.within ? `${kind.within}, ${title.toLowerCase()}` : title}
    >
      <DndContext
        id={id}
        sensors={sensors}
        collisionDetection={closestCenter}
        modifiers={UP_AND_DOWN}
        accessibility={SILENT}
        autoScroll={AT_A_WALK}
        onDragEnd={endDrag}
      >
        <SortableContext items={keys} strategy={verticalListSortingStrategy}>
          {lines.length > 0 && (
            <ol className={css.cards}>
              {lines.map((line) => {
                const index = shown.indexOf(line)
                return line.isRemoved ? (
                  <RemovedEntry key={line.key} line={line} kind={kind} entries={entries} />
                ) : (
                  <EntryCard
                    key={line.key}
                    id={`${id}_${index}`}
                    line={line}
                    index={index}
                    isLast={index === shown.length - 1}
                    kind={kind}
                    entries={entries}
                    errors={places.get(index) ?? NO_ERRORS}
                  />
                )
              })}
            </ol>
          )}
        </SortableContext>
      </DndContext>
      {shown.length === 0 && kind.none !== undefined && (
        <p className={css.none}>{translate(kind.none)}</p>
      )}
      <Button
        type="dashed"
        icon={<PlusOutlined aria-hidden="true" />}
        data-add=""
        onClick={entries.add}
      >
        {translate('Add {entry}', { entry: translate(kind.one).toLowerCase() })}
        {kind.within ? <span className="sr-only"> ({kind.within})</span> : null}
      </Button>
      <span className="sr-only" role="status">
        {announcement}
      </span>
    </div>
  )
}

const NO_ERRORS = {}
const FROM_A_FEW_PIXELS = { activationConstraint: { distance: 4 } }
const AT_A_WALK = { acceleration: 5, threshold: { x: 0, y: 0.15 } }
const UP_AND_DOWN: Modifier[] = [({ transform }) => ({ ...transform, x: 0 })]

// The handle is for pointers only; keyboards and screen readers have the Move buttons, which announce by themselves.
const nothing = () => undefined
const SILENT = {
  announcements: {
    onDragStart: nothing,
    onDragOver: nothing,
    onDragEnd: nothing,
    onDragCancel: nothing,
  },
  screenReaderInstructions: { draggable: '' },
}

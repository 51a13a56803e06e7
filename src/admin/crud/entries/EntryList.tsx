import { PlusOutlined } from '@ant-design/icons'
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { Button } from 'antd'
import { memo, useContext, useLayoutEffect, useMemo, useRef } from 'react'
import { useNames } from '#admin/crud/references/use-names.ts'
import { idsOf } from '#admin/crud/references/values.ts'
import { withinSentence } from '#admin/format/language.ts'
import { counted } from '#admin/format/numbers.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { blankEntry } from '#admin/providers/adapters/draft.ts'
import { FROM_A_FEW_PIXELS, SILENT, UP_AND_DOWN } from '#admin/ui/dragging.ts'
import { LinkButton } from '#admin/ui/LinkButton.tsx'
import type { ListField } from '#model/declaration.ts'
import { mostEntries, schemaAt, unwrap } from '#model/describe.ts'
import { findAt } from '#model/paths.ts'
import { referencesOf } from '#model/references.ts'
import { ClashingContext } from '../form/clashing-entries.ts'
import { EntryCard } from './EntryCard.tsx'
import css from './EntryList.module.css'
import { type Line, live } from './lines.ts'
import { entryName } from './names.ts'
import type { ListProps } from './props.ts'
import { type Entries, errorsByPlace, useEntries } from './use-entries.ts'
import { useOpenEntries } from './use-open-entries.ts'

/** The editor of an ordered list: the control of `f.list`. */
export function ListInput(props: ListProps) {
  const { resource, mode, list, value } = props
  const at = `${list.path}.*.`
  const inside = referencesOf(mode === 'create' ? resource.create : resource.update)
    .filter(({ path }) => path.startsWith(at))
    .map(({ to, path }) => ({ to, path: path.slice(list.path.length + 1) }))
  return (
    <>
      {inside.map(({ to, path }) => (
        <Names key={path} to={to} ids={idsIn(value, path)} />
      ))}
      <EntryList {...props} />
    </>
  )
}

/** Asks for the names in folded entries as well, so that opening one asks for nothing. */
const Names = memo(function Names({ to, ids }: { to: string; ids: string }) {
  useNames(to, ids.split(' ').filter(Boolean))
  return null
})

/** A list of entries that can be added to, taken from and put in order, by buttons or by dragging. */
function EntryList({ id, value, onChange, errors, within, isCounted, ...shared }: ListProps) {
  const { resource, mode, list, path } = shared
  const box = useRef<HTMLDivElement>(null)
  const schema = mode === 'create' ? resource.create : resource.update
  const blank = useMemo(() => blankEntry(schema, path, list), [schema, path, list])
  const itself = schemaAt(schema, path)
  const most = itself ? mostEntries(unwrap(itself)) : Number.POSITIVE_INFINITY
  const openKey = useRef<(key: string) => void>(undefined)
  const { lines, entries, announcement } = useEntries({
    ...{ value, onChange, list, blank, most, box },
    open: (key) => openKey.current?.(key),
  })
  const sensors = useSensors(useSensor(PointerSensor, FROM_A_FEW_PIXELS))
  const there = live(lines)

  // Both stay the same objects while one types, so that the other entries are not drawn again.
  const keyText = there.map(({ key }) => key).join(' ')
  const keys = useMemo(() => keyText.split(' ').filter(Boolean), [keyText])
  const errorText = JSON.stringify(errors)
  const places = useMemo(() => errorsByPlace(JSON.parse(errorText)), [errorText])

  // What is wrong is among those that are shown.
  const clashing = useContext(ClashingContext)[path] ?? NO_PLACES
  const open = useOpenEntries(
    keys,
    1 + Math.max(-1, ...places.keys(), ...clashing),
    clashing.flatMap((at) => keys[at] ?? []),
  )
  useLayoutEffect(() => {
    openKey.current = open.open
  })
  const isCut = open.shown < there.length
  const last = there[open.shown - 1]
  const drawn = isCut && last ? lines.slice(0, lines.indexOf(last) + 1) : lines

  const endDrag = ({ active, over }: DragEndEvent) =>
    over && active.id !== over.id && entries.drop(String(active.id), String(over.id))

  const title = translate(list.label)
  const one = translateWithin(list.one)
  const isFull = there.length >= most
  const none = list.none ?? 'No {many} yet.'
  return (
    // biome-ignore lint/a11y/useSemanticElements: the form has the fieldset; this is where its label and errors lead
    <div
      ref={box}
      id={id}
      className={css.list}
      role="group"
      tabIndex={-1}
      aria-label={within ? `${within}, ${withinSentence(title)}` : title}
    >
      {list.folds && there.length > 1 ? (
        <span className={css.tools} data-inner={path !== list.path}>
          <LinkButton onClick={open.turnAll}>
            {translate(open.areAllOpen ? 'Fold all' : 'Expand all')}
            {within ? <span className="sr-only"> ({within})</span> : null}
          </LinkButton>
        </span>
      ) : null}
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
              {drawn.map((line) => {
                const index = there.indexOf(line)
                return line.isRemoved ? (
                  <RemovedEntry key={line.key} line={line} list={list} entries={entries} />
                ) : (
                  <EntryCard
                    key={line.key}
                    {...shared}
                    id={`${id}_${index}`}
                    line={line}
                    index={index}
                    isLast={index === there.length - 1}
                    isFull={isFull}
                    isClashing={clashing.includes(index)}
                    isOpen={!list.folds || open.has(line.key)}
                    within={within}
                    entries={entries}
                    toggle={open.toggle}
                    List={EntryList}
                    errors={places.get(index) ?? NO_ERRORS}
                  />
                )
              })}
            </ol>
          )}
        </SortableContext>
      </DndContext>
      {isCut ? (
        <LinkButton onClick={open.showAll}>
          {translate('Show all {count} {entries}', {
            count: there.length,
            entries: withinSentence(title),
          })}
        </LinkButton>
      ) : null}
      {there.length === 0 && !isCounted ? (
        <p className={css.none}>{translate(none, { many: withinSentence(title) })}</p>
      ) : null}
      <Button
        type="dashed"
        icon={<PlusOutlined aria-hidden="true" />}
        data-add=""
        // Not `disabled` when there is no room: it would lose the focus.
        aria-disabled={isFull || undefined}
        onClick={entries.add}
      >
        {translate('Add {entry}', { entry: one })}
        {within ? <span className="sr-only"> ({within})</span> : null}
      </Button>
      {isFull ? (
        <p className={css.none}>
          {counted(most, 'There is room for {count} {one}.', 'There is room for {count} {many}.', {
            one,
            many: withinSentence(title),
          })}
        </p>
      ) : null}
      <span className="sr-only" role="status">
        {announcement}
      </span>
    </div>
  )
}

/** In the place of an entry that was taken away: what it was, and the way back. */
const RemovedEntry = memo(function RemovedEntry({
  line: { key, entry },
  list,
  entries,
}: {
  line: Line
  list: ListField
  entries: Entries
}) {
  const text = translate('{entry} removed', { entry: entryName(list, entry) })
  return (
    <li className={css.gone} data-entry={key}>
      <span className={css.text} dir="auto">
        {text}
      </span>
      <LinkButton
        aria-label={translate('Undo: {text}', { text })}
        onClick={() => entries.restore(key)}
      >
        {translate('Undo')}
      </LinkButton>
    </li>
  )
})

function idsIn(value: unknown, path: string): string {
  const ids = findAt(value, path).flatMap((found) => idsOf(found.value))
  return [...new Set(ids)].join(' ')
}

const NO_ERRORS = {}
const NO_PLACES: readonly number[] = []
const AT_A_WALK = { acceleration: 5, threshold: { x: 0, y: 0.15 } }

import { HolderOutlined, PlusOutlined, RightOutlined } from '@ant-design/icons'
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { Button, Card, Collapse, Flex, Form, type FormListFieldData, Tag, Typography } from 'antd'
import { type ComponentType, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { withinSentence } from '#admin/format/language.ts'
import { counted } from '#admin/format/numbers.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { blankEntry } from '#admin/providers/adapters/draft.ts'
import { FROM_A_FEW_PIXELS, SILENT, UP_AND_DOWN } from '#admin/ui/dragging.ts'
import { MoreMenu } from '#admin/ui/MoreMenu.tsx'
import type { ListField } from '#model/declaration.ts'
import { mostEntries, schemaAt, unwrap } from '#model/describe.ts'
import { setAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import type { Mode } from '../form/check-draft.ts'
import type { Fields as FieldsType } from '../form/FieldItem.tsx'
import { controlId, formNameOf, namePath } from '../form/fields.ts'
import { FormContext, useRules } from '../form/rules.ts'
import css from './EntryList.module.css'
import {
  copyOf,
  type Entry,
  entryName,
  hasContent,
  noteOf,
  type Place,
  placeName,
  titleField,
  titleOf,
} from './names.ts'

interface Props {
  resource: Resource
  mode: Mode
  list: ListField
  /** Of the list in the record: 'phases.0.milestones'. */
  path: string
  /** Of the list in the Form.List around. */
  name: (string | number)[]
  /** What stands before the names of its controls: 'Phase 2'. */
  within?: string | undefined
  /** Draws the fields of an entry. */
  Fields: ComponentType<Parameters<typeof FieldsType>[0]>
}

/** The editor of an ordered list: entries are added, removed and put in order, by a menu or by dragging. */
export function ListInput(props: Props) {
  const rules = useRules(props.path)
  return (
    <Form.List key={useContext(FormContext).round} name={props.name} rules={rules}>
      {(fields, operation, { errors }) => (
        <EntryList {...props} {...operation} fields={fields} errors={errors ?? []} />
      )}
    </Form.List>
  )
}

interface ListProps extends Props {
  fields: FormListFieldData[]
  errors: ReactNode[]
  add: (entry: Entry, index?: number) => void
  remove: (index: number) => void
  move: (from: number, to: number) => void
}

function EntryList({ fields, errors, add, remove, move, ...props }: ListProps) {
  const { resource, mode, list, path, within } = props
  const form = Form.useFormInstance()
  const full = namePath(path)
  const id = controlId(formNameOf(resource, mode), path)
  const schema = mode === 'create' ? resource.create : resource.update
  const itself = schemaAt(schema, path)
  const most = itself ? mostEntries(unwrap(itself)) : Number.POSITIVE_INFINITY
  const wrong = Object.keys(useContext(FormContext).placed.at)

  const [open, setOpen] = useState<readonly number[]>(fields.slice(0, 1).map(({ key }) => key))
  /** The place of an entry that was just made: it opens. */
  const [made, setMade] = useState<number>()
  const [removed, setRemoved] = useState<readonly { entry: Entry; index: number }[]>([])
  const [announcement, setAnnouncement] = useState('')
  const fresh = made === undefined ? undefined : fields[made]
  if (fresh) {
    setMade(undefined)
    setOpen(open.length > 1 ? [...open, fresh.key] : [fresh.key])
  }

  // What takes the focus may not be drawn yet.
  const box = useRef<HTMLFieldSetElement>(null)
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    const target = wanted.current && box.current?.querySelector<HTMLElement>(wanted.current)
    if (!target) return
    wanted.current = undefined
    target.focus()
  })
  const focus = (index: number, what: string) => {
    wanted.current = `:scope > ol > li:nth-child(${index + 1}) ${what}`
  }

  const count = fields.length
  const isFull = count >= most
  const titlePath = titleField(list)?.path ?? ''
  const entryAt = (index: number): Entry => form.getFieldValue([...full, index]) ?? {}
  const blank = () => blankEntry(schema, path, list)

  function insert(entries: readonly Entry[], index: number) {
    for (const [at, entry] of entries.entries()) add(entry, index + at)
    const last = index + entries.length - 1
    setMade(last)
    focus(last, FIELD)
  }

  const deeds = {
    room: (index: number) => Math.max(0, most - count) + (titleOf(list, entryAt(index)) ? 0 : 1),
    /** Titles fill the entry they were pasted into, if it has none, and make one each behind it. */
    spread(index: number, titles: readonly string[]) {
      const isUntitled = titleOf(list, entryAt(index)) === ''
      const [first, ...rest] = titles
      if (isUntitled) form.setFieldValue([...full, index, ...namePath(titlePath)], first)
      const more = (isUntitled ? rest : titles).map((title) => setAt(blank(), titlePath, title))
      insert(more, index + 1)
    },
    duplicate: (index: number) => insert([copyOf(list, entryAt(index))], index + 1),
    remove(index: number) {
      const entry = entryAt(index)
      const isKept = hasContent(entry) && JSON.stringify(entry) !== JSON.stringify(blank())
      if (isKept) setRemoved([...removed, { entry, index }])
      remove(index)
      if (count > 1) focus(Math.min(index, count - 2), CARD)
      else wanted.current = ADD
    },
    move(from: number, to: number, focused?: string) {
      const words = { entry: entryName(list, entryAt(from)), position: to + 1, count }
      setAnnouncement(translate('{entry} moved to position {position} of {count}', words))
      move(from, to)
      if (focused) focus(to, focused)
    },
    turn(key: number) {
      if (open.includes(key)) setOpen(open.filter((one) => one !== key))
      else setOpen(open.length > 1 ? [...open, key] : [key])
    },
  }

  function restore(place: number) {
    const gone = removed[place]
    if (!gone || isFull) return
    const index = Math.min(gone.index, count)
    setRemoved(removed.toSpliced(place, 1))
    add(gone.entry, index)
    focus(index, CARD)
  }

  const sensors = useSensors(useSensor(PointerSensor, FROM_A_FEW_PIXELS))
  const placeOf = (key: unknown) => fields.findIndex((field) => String(field.key) === key)
  const endDrag = ({ active, over }: DragEndEvent) =>
    over && active.id !== over.id && deeds.move(placeOf(active.id), placeOf(over.id))

  const title = translate(list.label)
  const one = translateWithin(list.one)
  const many = withinSentence(title)
  const areAllOpen = fields.every(({ key }) => open.includes(key))
  const inside = within ? <span className="sr-only"> ({within})</span> : null
  return (
    <fieldset
      ref={box}
      id={id}
      className={css.list}
      tabIndex={-1}
      aria-label={within ? `${within}, ${withinSentence(title)}` : title}
    >
      {list.folds && count > 1 ? (
        <Flex justify="end">
          <Button
            type="link"
            size="small"
            onClick={() => setOpen(areAllOpen ? [] : fields.map(({ key }) => key))}
          >
            {translate(areAllOpen ? 'Fold all' : 'Expand all')}
            {inside}
          </Button>
        </Flex>
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
        <SortableContext
          items={fields.map(({ key }) => String(key))}
          strategy={verticalListSortingStrategy}
        >
          <ol className={css.entries}>
            {fields.map(({ key, name: index }) => (
              <EntryCard
                key={key}
                {...props}
                {...{ index, isFull, deeds }}
                sortKey={key}
                isLast={index === count - 1}
                isOpen={!list.folds || open.includes(key)}
                faults={wrong.filter((at) => at.startsWith(`${path}.${index}.`)).length}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <div role="status">
        {removed.map(({ entry }, place) => {
          const text = translate('{entry} removed', { entry: entryName(list, entry) })
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are told apart by their order alone
            <Flex key={place} justify="space-between" align="center" gap={12}>
              <Typography.Text type="secondary">
                <bdi>{text}</bdi>
              </Typography.Text>
              <Button
                type="link"
                size="small"
                aria-label={translate('Undo: {text}', { text })}
                onClick={() => restore(place)}
              >
                {translate('Undo')}
              </Button>
            </Flex>
          )
        })}
      </div>
      {count === 0 ? (
        <Typography.Paragraph type="secondary" style={{ marginBlockEnd: 8 }}>
          {translate(list.none ?? 'No {many} yet.', { many })}
        </Typography.Paragraph>
      ) : null}
      <Button
        type="dashed"
        style={{ marginBlockStart: 8 }}
        icon={<PlusOutlined aria-hidden="true" />}
        data-add=""
        // Not `disabled` when there is no room: it would lose the focus.
        aria-disabled={isFull || undefined}
        onClick={() => !isFull && insert([blank()], count)}
      >
        {translate('Add {entry}', { entry: one })}
        {inside}
      </Button>
      {isFull ? (
        <Typography.Paragraph type="secondary">
          {counted(most, 'There is room for {count} {one}.', 'There is room for {count} {many}.', {
            one,
            many,
          })}
        </Typography.Paragraph>
      ) : null}
      <Form.ErrorList errors={errors} />
      <span className="sr-only" role="status">
        {announcement}
      </span>
    </fieldset>
  )
}

interface CardProps extends Omit<Props, 'name'> {
  index: number
  /** Of antd's Form.List, the same wherever the entry moves. */
  sortKey: number
  isLast: boolean
  /** There is room for no more of them. */
  isFull: boolean
  isOpen: boolean
  /** How many things in it are wrong. */
  faults: number
  deeds: {
    room: (index: number) => number
    spread: (index: number, titles: readonly string[]) => void
    duplicate: (index: number) => void
    remove: (index: number) => void
    move: (from: number, to: number, focused?: string) => void
    turn: (key: number) => void
  }
}

/** One entry: its line, and its fields while it is open. What is wrong in a folded one is drawn, too, to be led to. */
function EntryCard({ Fields, ...props }: CardProps) {
  const { resource, mode, list, index, sortKey, isLast, isFull, isOpen, faults, deeds } = props
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } =
    useSortable({ id: String(sortKey) })
  const place: Place = { index, within: props.within }
  const path = `${props.path}.${index}`
  const section = `${props.path}#${sortKey}`
  const own = placeName(list, { index, within: undefined })

  const handle = (
    <span
      ref={setActivatorNodeRef}
      className={css.handle}
      aria-hidden="true"
      onPointerDownCapture={leaveField}
      {...listeners}
    >
      <HolderOutlined aria-hidden="true" />
    </span>
  )
  const more = (
    <MoreMenu
      label={translate('More for {entry}', { entry: withinSentence(placeName(list, place)) })}
      items={[
        {
          key: 'up',
          label: translate('Move up'),
          isOff: index === 0,
          choose: () => deeds.move(index, index - 1, MENU),
        },
        {
          key: 'down',
          label: translate('Move down'),
          isOff: isLast,
          choose: () => deeds.move(index, index + 1, MENU),
        },
        {
          key: 'duplicate',
          label: translate('Duplicate'),
          isOff: isFull,
          choose: () => deeds.duplicate(index),
        },
        {
          key: 'remove',
          label: translate('Remove'),
          isDangerous: true,
          choose: () => deeds.remove(index),
        },
      ]}
    />
  )
  const body =
    isOpen || faults > 0 ? (
      <Fields
        {...{ resource, mode }}
        fields={list.fields}
        entry={{
          ...place,
          ...{ list, path, name: index },
          room: () => deeds.room(index),
          spread: (titles) => deeds.spread(index, titles),
        }}
      />
    ) : null
  return (
    <li
      ref={setNodeRef}
      data-dragged={isDragging}
      style={{
        transition,
        ...(transform && { transform: `translate3d(0, ${Math.round(transform.y)}px, 0)` }),
      }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: takes the focus, which a fieldset would not need to */}
      <div role="group" aria-label={placeName(list, place)} tabIndex={-1}>
        {list.folds ? (
          <Collapse
            size="small"
            collapsible="header"
            className={css.entry ?? ''}
            activeKey={isOpen ? ['entry'] : []}
            onChange={() => deeds.turn(sortKey)}
            items={[
              {
                key: 'entry',
                showArrow: false,
                forceRender: true,
                label: (
                  <Flex align="center" gap={8} data-section={section}>
                    {handle}
                    <RightOutlined aria-hidden="true" className={css.arrow ?? ''} />
                    <Head key={index} {...{ list, path, own, isOpen, faults }} />
                  </Flex>
                ),
                extra: more,
                children: <div {...(!isOpen && { 'data-folded': section })}>{body}</div>,
              },
            ]}
          />
        ) : (
          <Card
            size="small"
            title={
              <Flex gap={8}>
                {handle}
                <Typography.Text type="secondary">{own}</Typography.Text>
              </Flex>
            }
            extra={more}
          >
            {body}
          </Card>
        )}
      </div>
    </li>
  )
}

/** What the line of an entry says: its number and title, and what is wrong in it or else how it begins. */
function Head({
  list,
  path,
  own,
  isOpen,
  faults,
}: Pick<CardProps, 'list' | 'path' | 'isOpen' | 'faults'> & { own: string }) {
  const form = Form.useFormInstance()
  const name = namePath(path)
  const entry = Form.useWatch(name, { form, preserve: true }) ?? form.getFieldValue(name)
  const title = titleOf(list, entry)
  return (
    <>
      <Typography.Text type="secondary" style={{ flex: 'none' }}>
        {own}
      </Typography.Text>
      <Typography.Text ellipsis strong={isOpen} italic={!title && titleField(list) !== undefined}>
        {title || !titleField(list) ? <bdi>{title}</bdi> : translate('Without a title')}
      </Typography.Text>
      {isOpen ? null : faults > 0 ? (
        <Tag color="error" style={{ marginInlineStart: 'auto' }}>
          {counted(faults, '{count} to check', '{count} to check')}
        </Tag>
      ) : (
        <Typography.Text
          type="secondary"
          ellipsis
          style={{ flex: 1, textAlign: 'end', fontSize: 12, minWidth: '25%' }}
        >
          <bdi>{noteOf(list, entry)}</bdi>
        </Typography.Text>
      )}
    </>
  )
}

/**
 * A field that kept the focus under a finger would be scrolled to: dragging takes away what is selected, and the
 * browser shows the field that this happens to.
 */
function leaveField({ currentTarget }: { currentTarget: Element }) {
  currentTarget.closest<HTMLElement>('[role=group]')?.focus({ preventScroll: true })
}

const AT_A_WALK = { acceleration: 5, threshold: { x: 0, y: 0.15 } }

const CARD = '[role=group]'
const MENU = '[aria-haspopup=menu]'
const FIELD = ':is(input, textarea, select)'
const ADD = ':scope > [data-add]'

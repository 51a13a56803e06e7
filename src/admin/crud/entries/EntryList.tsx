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
import { Button, Card, Collapse, Flex, Form, type FormListFieldData, Typography } from 'antd'
import { type ComponentType, type ReactNode, useContext, useRef, useState } from 'react'
import { withinSentence } from '#admin/format/language.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { blankEntry } from '#admin/providers/adapters/draft.ts'
import { FROM_A_FEW_PIXELS, SILENT, UP_AND_DOWN } from '#admin/ui/dragging.ts'
import { MoreMenu } from '#admin/ui/MoreMenu.tsx'
import type { ListField } from '#model/declaration.ts'
import { idOf } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import type { Mode } from '../form/check-draft.ts'
import type { Fields as FieldsType } from '../form/FieldItem.tsx'
import { controlId, formNameOf, namePath } from '../form/fields.ts'
import { FormContext } from '../form/form-errors.ts'
import css from './EntryList.module.css'
import { entryName, placeName, titleOf } from './names.ts'

/** An entry in a form: a step, a phase. Unknown keys are kept. */
type Entry = Record<string, unknown>

interface Props {
  resource: Resource
  mode: Mode
  list: ListField
  /** Path of the list in the record: 'phases.0.milestones'. */
  path: string
  /** Prefix of the names of its controls: 'Phase 2'. */
  within?: string | undefined
  /** Draws the fields of an entry. */
  Fields: ComponentType<Parameters<typeof FieldsType>[0]>
}

/** The editor of an ordered list. `name` is relative to the surrounding Form.List. */
export function ListInput({ name, ...props }: Props & { name: (string | number)[] }) {
  return (
    <Form.List name={name}>
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
  const id = controlId(formNameOf(resource, mode), path)
  const count = fields.length
  const [removed, setRemoved] = useState<{ entry: Entry; index: number }>()
  const [announcement, setAnnouncement] = useState('')
  const box = useRef<HTMLFieldSetElement>(null)
  const sensors = useSensors(useSensor(PointerSensor, FROM_A_FEW_PIXELS))

  const entryAt = (index: number): Entry => form.getFieldValue([...namePath(path), index]) ?? {}
  const blank = () => blankEntry(mode === 'create' ? resource.create : resource.update, path, list)
  /** Focuses an element after the next render. */
  const focus = (what: string) =>
    setTimeout(() => box.current?.querySelector<HTMLElement>(`:scope > ${what}`)?.focus())
  const focusIn = (index: number, what: string) => focus(`ol > li:nth-child(${index + 1}) ${what}`)

  function moveTo(from: number, to: number) {
    const words = { entry: entryName(list, entryAt(from)), position: to + 1, count }
    setAnnouncement(translate('{entry} moved to position {position} of {count}', words))
    move(from, to)
  }
  function moveByMenu(from: number, to: number) {
    moveTo(from, to)
    focusIn(to, MENU)
  }
  function endDrag({ active, over }: DragEndEvent) {
    const [from, to] = [active.id, over?.id].map((key) =>
      fields.findIndex((field) => String(field.key) === key),
    ) as [number, number]
    if (to !== -1 && from !== to) moveTo(from, to)
  }
  function insert() {
    add(blank())
    focusIn(count, ':is(input, textarea)')
  }
  function take(index: number) {
    const entry = entryAt(index)
    if (JSON.stringify(entry) !== JSON.stringify(blank())) setRemoved({ entry, index })
    remove(index)
    focus('[data-add]')
  }
  function restore({ entry, index }: { entry: Entry; index: number }) {
    setRemoved(undefined)
    // The latest version of the record may have brought it back.
    if (fields.some(({ name }) => idOf(entryAt(name)) === idOf(entry))) return
    add(entry, index)
    focusIn(index, MENU)
  }

  const title = translate(list.label)
  const removedText =
    removed && translate('{entry} removed', { entry: entryName(list, removed.entry) })
  return (
    <fieldset
      ref={box}
      id={id}
      className={css.list}
      tabIndex={-1}
      aria-label={within ? `${within}, ${withinSentence(title)}` : title}
    >
      <DndContext
        id={id}
        sensors={sensors}
        collisionDetection={closestCenter}
        modifiers={UP_AND_DOWN}
        accessibility={SILENT}
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
                {...{ index, take }}
                sortKey={String(key)}
                isLast={index === count - 1}
                move={moveByMenu}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <div role="status">
        {removed ? (
          <Flex justify="space-between" align="center" gap={12}>
            <Typography.Text type="secondary">
              <bdi>{removedText}</bdi>
            </Typography.Text>
            <Button
              type="link"
              size="small"
              aria-label={translate('Undo: {text}', { text: removedText ?? '' })}
              onClick={() => restore(removed)}
            >
              {translate('Undo')}
            </Button>
          </Flex>
        ) : null}
      </div>
      {count === 0 ? (
        <Typography.Paragraph type="secondary" style={{ marginBlockEnd: 8 }}>
          {translate(list.none ?? 'No {many} yet.', { many: withinSentence(title) })}
        </Typography.Paragraph>
      ) : null}
      <Button
        type="dashed"
        style={{ marginBlockStart: 8 }}
        icon={<PlusOutlined aria-hidden="true" />}
        data-add=""
        onClick={insert}
      >
        {translate('Add {entry}', { entry: translateWithin(list.one) })}
        {within ? <span className="sr-only"> ({within})</span> : null}
      </Button>
      <Form.ErrorList errors={errors} />
      <span className="sr-only" role="status">
        {announcement}
      </span>
    </fieldset>
  )
}

interface CardProps extends Props {
  index: number
  /** The key of antd's Form.List, which does not change when the entry moves. */
  sortKey: string
  isLast: boolean
  take: (index: number) => void
  move: (from: number, to: number) => void
}

/** One entry. Of stored entries that collapse, the first is open, and after a refused save those with errors. */
function EntryCard({ Fields, resource, mode, list, index, sortKey, isLast, ...props }: CardProps) {
  const { take, move } = props
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } =
    useSortable({ id: sortKey })
  const place = { index, within: props.within }
  const path = `${props.path}.${index}`
  const form = Form.useFormInstance()
  const { placed } = useContext(FormContext)
  const [isOpen, setOpen] = useState(
    () => index === 0 || typeof idOf(form.getFieldValue(namePath(path))) !== 'string',
  )
  const [seen, setSeen] = useState(placed)
  if (seen !== placed) {
    setSeen(placed)
    setOpen(isOpen || Object.keys(placed.at).some((at) => at.startsWith(`${path}.`)))
  }

  const head = (
    <Flex align="center" gap={8}>
      <span ref={setActivatorNodeRef} className={css.handle} aria-hidden="true" {...listeners}>
        <HolderOutlined aria-hidden="true" />
      </span>
      {list.folds ? <RightOutlined aria-hidden="true" className={css.arrow ?? ''} /> : null}
      <Typography.Text type="secondary" style={{ flex: 'none' }}>
        {placeName(list, { index, within: undefined })}
      </Typography.Text>
      {list.folds ? <Title key={index} list={list} path={path} isOpen={isOpen} /> : null}
    </Flex>
  )
  const more = (
    <MoreMenu
      label={translate('More actions for {entry}', {
        entry: withinSentence(placeName(list, place)),
      })}
      items={[
        {
          key: 'up',
          label: translate('Move up'),
          isOff: index === 0,
          choose: () => move(index, index - 1),
        },
        {
          key: 'down',
          label: translate('Move down'),
          isOff: isLast,
          choose: () => move(index, index + 1),
        },
        {
          key: 'remove',
          label: translate('Remove'),
          isDangerous: true,
          choose: () => take(index),
        },
      ]}
    />
  )
  const body = (
    <Fields {...{ resource, mode }} fields={list.fields} entry={{ ...place, list, path }} />
  )
  return (
    <li
      ref={setNodeRef}
      data-dragged={isDragging}
      style={{
        transition,
        ...(transform && { transform: `translate3d(0, ${Math.round(transform.y)}px, 0)` }),
      }}
    >
      <fieldset aria-label={placeName(list, place)}>
        {list.folds ? (
          <Collapse
            size="small"
            collapsible="header"
            className={css.entry ?? ''}
            activeKey={isOpen ? ['entry'] : []}
            onChange={(keys) => setOpen(keys.length > 0)}
            items={[{ key: 'entry', showArrow: false, label: head, extra: more, children: body }]}
          />
        ) : (
          <Card size="small" title={head} extra={more}>
            {body}
          </Card>
        )}
      </fieldset>
    </li>
  )
}

function Title({ list, path, isOpen }: Pick<Props, 'list' | 'path'> & { isOpen: boolean }) {
  const form = Form.useFormInstance()
  const name = namePath(path)
  const entry = Form.useWatch(name, { form, preserve: true }) ?? form.getFieldValue(name)
  return (
    <span className={css.title} style={{ fontWeight: isOpen ? 600 : 400 }} dir="auto">
      {titleOf(list, entry)}
    </span>
  )
}

const MENU = '[aria-haspopup=menu]'

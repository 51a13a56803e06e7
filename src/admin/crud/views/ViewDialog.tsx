import type { HttpError } from '@refinedev/core'
import { Checkbox, Form, Input, type InputRef, Modal } from 'antd'
import { useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { useListLayout } from '../list/layout.ts'
import type { ResourceList } from '../list/use-resource-list.ts'
import { unansweredText } from '../notices.ts'
import { noteLayouts, type SavedView } from './saved-views.ts'
import { useViews } from './use-views.ts'

const LONGEST = 60

interface Values {
  name: string
  shared?: boolean
  isStart?: boolean
}

/** Asks for the name of a view: of a new one of what the list shows, or another one of `view`. */
export function ViewDialog({
  resource,
  list,
  view,
  onClosed,
}: {
  resource: Resource
  list: ResourceList
  view?: SavedView | undefined
  onClosed: () => void
}) {
  const [form] = Form.useForm<Values>()
  const input = useRef<InputRef>(null)
  const [isOpen, setOpen] = useState(true)
  const { layout, reset } = useListLayout(resource)
  const views = useViews(resource)

  const make = async ({ name, shared = false, isStart }: Values) => {
    const query = list.words.replace(/^\?/, '')
    const kept = Object.keys(layout).length > 0 ? { layout } : {}
    const id = await views.create({ name, query, shared, ...kept })
    if (isStart) await views.startWith({ id, name }).catch(() => undefined)
    // What was changed of the view before belongs to this one now.
    if (list.view !== undefined) reset()
    noteLayouts([{ id, layout }])
    list.showView({ search: list.words, view: id })
  }
  const save = async (values: Values) => {
    const name = values.name.trim()
    try {
      if (view) await views.update(view, { name }, true)
      else await make({ ...values, name })
      setOpen(false)
    } catch (error) {
      form.setFields([{ name: 'name', errors: [wordsOf(error as HttpError)] }])
      input.current?.focus()
    }
  }

  return (
    <Modal
      open={isOpen}
      width={440}
      title={translate(view ? 'Rename view' : 'Save as new view')}
      okText={translate('Save')}
      cancelText={translate('Cancel')}
      confirmLoading={views.isSaving}
      onOk={form.submit}
      onCancel={() => setOpen(false)}
      afterOpenChange={(opened) => (opened ? input.current?.select() : onClosed())}
    >
      <Form
        form={form}
        name="view"
        layout="vertical"
        initialValues={{ name: view?.name ?? '' }}
        onFinish={(values) => void save(values)}
        onFinishFailed={() => input.current?.focus()}
      >
        <Form.Item
          name="name"
          label={translate('Name')}
          validateTrigger="onSubmit"
          rules={[{ required: true, whitespace: true, message: translate('Name is required.') }]}
        >
          <Input ref={input} maxLength={LONGEST} autoComplete="off" dir="auto" />
        </Form.Item>
        {view ? null : (
          <>
            <Form.Item name="shared" valuePropName="checked" style={{ marginBlockEnd: 0 }}>
              <Checkbox>{translate('Share with everybody')}</Checkbox>
            </Form.Item>
            <Form.Item name="isStart" valuePropName="checked">
              <Checkbox>{translate('Open this list with it')}</Checkbox>
            </Form.Item>
          </>
        )}
      </Form>
    </Modal>
  )
}

function wordsOf(error: HttpError): string {
  const named = getAt(error.errors, 'name')
  return unansweredText(error) ?? (typeof named === 'string' ? named : error.message)
}

import { Button, Select, Typography } from 'antd'
import { memo, useState } from 'react'
import { withinSentence } from '#admin/format/language.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import type { Resource } from '#model/resource.ts'
import type { Controlled } from '../form/FieldItem.tsx'
import { useSelectProps } from '../form/use-select-props.ts'
import { useCreateInPlace } from './create-in-place.ts'
import { targetOf } from './target.ts'
import { useKnownName, useNames } from './use-names.ts'
import { useOptions } from './use-options.ts'
import { idsOf, type ReferenceValue } from './values.ts'

interface Props extends Omit<Controlled, 'onChange'> {
  /** The Refine name of the resource that is chosen from. */
  to: string
  isMany: boolean
  onChange(value: ReferenceValue): void
  /** Offers to create the record that is missing. */
  canCreate?: boolean
  /** It comes with its list open. */
  isOpenAtFirst?: boolean
}

interface Option {
  value: string
  label: string
  disabled?: boolean
}

/** The value of the option that creates a record: no record's id. */
const CREATE = ' create'

/** Chooses one record of another resource, or several, searched on the server as one types. */
export const ReferenceInput = memo(function ReferenceInput({
  to,
  isMany,
  value,
  onChange,
  canCreate = false,
  isOpenAtFirst = false,
  ...control
}: Props) {
  const target = targetOf(to)
  const chosen = idsOf(value)
  const names = useNames(to, chosen)
  const know = useKnownName(to)
  const create = useCreateInPlace(target)
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const found = useOptions(target, isOpen)
  const { typed, selectProps } = found
  const selected = chosen.map((id) => ({ value: id, label: names.nameOf(id) }))
  const select = useSelectProps(control)
  const isRequired = control['aria-required'] === 'true'

  const take = (picked: string) => onChange(isMany ? [...chosen, picked] : picked)

  function change(next: Option | Option[] | undefined) {
    const picked = [next ?? []].flat()
    selectProps.onSearch('')
    if (picked.some((one) => one.value === CREATE)) {
      setOpen(false)
      return create?.({ typed, take })
    }
    for (const one of picked) {
      const option = selectProps.options.find(({ value }) => value === one.value)
      if (option) know(option.value, option.label)
    }
    const ids = picked.map((one) => one.value)
    onChange(isMany ? ids : ids[0])
  }

  return (
    <>
      <Select<Option | Option[]>
        {...select}
        {...selectProps}
        {...(isMany && { mode: 'multiple' as const })}
        labelInValue
        autoFocus={isOpenAtFirst}
        allowClear={!isMany && (!isRequired || chosen.some(names.isGone))}
        value={isMany ? selected : (selected[0] as Option)}
        onChange={change}
        open={isOpen}
        onOpenChange={setOpen}
        options={[
          ...selectProps.options,
          ...(canCreate && create && !found.isSearching
            ? [{ value: CREATE, label: offerOf(target, typed) }]
            : []),
        ]}
        placeholder={translate('Search {many}…', {
          many: withinSentence(translate(target.label.many)),
        })}
        notFoundContent={<NotFound target={target} found={found} typed={typed.trim()} />}
      />
      {names.error ? (
        <Typography.Text type="danger" role="alert">
          {translate('The name of this {noun} could not be loaded.', {
            noun: translateWithin(target.label.one),
          })}{' '}
          <Button size="small" onClick={names.retry}>
            {translate('Retry')}
          </Button>
        </Typography.Text>
      ) : null}
    </>
  )
})

function NotFound({
  target,
  found: { isSearching, hasFailed, retry },
  typed,
}: {
  target: Resource
  found: ReturnType<typeof useOptions>
  typed: string
}) {
  if (hasFailed)
    return (
      <span role="alert">
        {translate('The search failed.')}{' '}
        <Button size="small" onClick={retry}>
          {translate('Retry')}
        </Button>
      </span>
    )
  if (isSearching) return translate('Searching…')
  return typed
    ? translate('Nothing found for “{text}”', { text: typed })
    : translate(target.messages.empty)
}

function offerOf(target: Resource, typed: string): string {
  const noun = translateWithin(target.label.one)
  const text = typed.trim()
  return text
    ? translate('Create new {noun} “{text}”', { noun, text })
    : translate('Create new {noun}', { noun })
}

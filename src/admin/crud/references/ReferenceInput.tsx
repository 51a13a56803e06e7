import { Button, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { withinSentence } from '#admin/format/language.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { idsAt } from '#admin/providers/adapters/coerce.ts'
import type { Controlled } from '../form/FieldItem.tsx'
import { useSelectProps } from '../form/use-select-props.ts'
import { useCreateInPlace } from './create-in-place.ts'
import { targetOf } from './target.ts'
import { useNames } from './use-names.ts'
import { useOptions } from './use-options.ts'

/** Value of a reference field: an id or a list of ids. */
export type ReferenceValue = string | readonly string[] | undefined

interface Props extends Omit<Controlled, 'onChange'> {
  /** The Refine name of the target resource. */
  to: string
  isMany: boolean
  onChange(value: ReferenceValue): void
  /** Offers to create the record that is missing. */
  canCreate?: boolean
}

interface Option {
  value: string
  label: ReactNode
}

/** Value of the option that creates a record. No record has this id. */
const CREATE = ' create'

/** Selects one or more records of another resource, with a search on the server. */
export function ReferenceInput({
  to,
  isMany,
  value,
  onChange,
  canCreate = false,
  ...control
}: Props) {
  const target = targetOf(to)
  const chosen = idsAt(value)
  const names = useNames(to, chosen)
  const create = useCreateInPlace(target)
  const [isOpen, setOpen] = useState(false)
  const { selectProps, isSearching, hasFailed, retry } = useOptions(target, isOpen)
  const select = useSelectProps(control)
  const typed = selectProps.searchValue.trim()
  const noun = translateWithin(target.label.one)
  const offer: Option = {
    value: CREATE,
    label: typed
      ? translate('Create new {noun} “{text}”', { noun, text: typed })
      : translate('Create new {noun}', { noun }),
  }
  const selected: Option[] = chosen.map((id) => ({ value: id, label: names.nameOf(id) }))

  function change(next: Option | Option[] | undefined) {
    const picked = [next ?? []].flat()
    const ids = picked.map((one) => one.value)
    selectProps.onSearch('')
    if (ids.includes(CREATE)) {
      setOpen(false)
      return create?.({ typed, take: (id) => onChange(isMany ? [...chosen, id] : id) })
    }
    for (const one of picked)
      if (!chosen.includes(one.value)) names.know(one.value, String(one.label))
    onChange(isMany ? ids : ids[0])
  }

  return (
    <Select<Option | Option[]>
      {...select}
      {...selectProps}
      {...(isMany && { mode: 'multiple' as const })}
      labelInValue
      allowClear={!isMany && (control['aria-required'] !== 'true' || chosen.some(names.isGone))}
      value={isMany ? selected : (selected[0] as Option)}
      onChange={change}
      open={isOpen}
      onOpenChange={setOpen}
      options={
        canCreate && create && !isSearching ? [...selectProps.options, offer] : selectProps.options
      }
      placeholder={translate('Search {many}…', {
        many: withinSentence(translate(target.label.many)),
      })}
      notFoundContent={
        hasFailed ? (
          <span role="alert">
            {translate('The search failed.')}{' '}
            <Button size="small" onClick={retry}>
              {translate('Retry')}
            </Button>
          </span>
        ) : isSearching ? (
          translate('Searching…')
        ) : typed ? (
          translate('No results for “{text}”', { text: typed })
        ) : (
          translate(target.messages.empty)
        )
      }
    />
  )
}

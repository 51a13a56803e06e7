import { Form } from 'antd'
import { type RefObject, useEffect, useState } from 'react'
import { counted, formatNumber } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import type { Field } from '#model/declaration.ts'
import { focusControl, namePath } from './fields.ts'
import { type Section, sectionId } from './layout.ts'
import type { WrongField } from './place-errors.ts'
import css from './SectionMap.module.css'

interface Props {
  formName: string
  sections: readonly Section[]
  wrong: readonly WrongField[]
  /** Stands in what scrolls. */
  inside: RefObject<HTMLElement | null>
}

/** The sections of a long form beside it: where one is, how much there is of each, and what is wrong in it. */
export function SectionMap({ formName, sections, wrong, inside }: Props) {
  const current = useCurrent(inside, formName, sections.length)
  return (
    <nav className={css.map} aria-label={translate('Sections')}>
      <ul>
        {sections.map(({ heading, fields }, at) => {
          const faults = wrong.filter(({ path }) => isIn(fields, path)).length
          return (
            <li key={fields[0]?.path}>
              <button
                type="button"
                className={css.entry}
                {...(at === current && { 'aria-current': 'true' })}
                onClick={() => lead(formName, at, fields)}
              >
                <span className={css.name}>{translate(heading ?? 'Basics')}</span>
                {fields.map((field) =>
                  field.kind === 'list' ? <Count key={field.path} path={field.path} /> : null,
                )}
                {faults > 0 ? (
                  <span className={css.wrong} data-tint="red">
                    <span aria-hidden="true">{formatNumber(faults)}</span>
                    <span className="sr-only">
                      {counted(faults, '{count} field to check', '{count} fields to check')}
                    </span>
                  </span>
                ) : null}
              </button>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** How many entries a list has, as they come and go. */
function Count({ path }: { path: string }) {
  const value: unknown = Form.useWatch(namePath(path))
  return Array.isArray(value) ? (
    <span className={css.count}>{formatNumber(value.length)}</span>
  ) : null
}

function isIn(fields: readonly Field[], path: string): boolean {
  return fields.some((field) => path === field.path || path.startsWith(`${field.path}.`))
}

function lead(formName: string, at: number, [first]: readonly Field[]) {
  document.getElementById(sectionId(formName, at))?.scrollIntoView({ block: 'start' })
  if (first) focusControl(formName, first.path, { preventScroll: true })
}

/** The section that is read: the last whose head has come to the upper third; at the end, the last of all. */
function useCurrent(inside: RefObject<HTMLElement | null>, formName: string, count: number) {
  const [current, setCurrent] = useState(0)
  useEffect(() => {
    const area = inside.current?.parentElement
    if (!area) return
    const look = () => {
      const { top, height } = area.getBoundingClientRect()
      const isAtEnd =
        area.scrollTop > 0 && area.scrollTop + area.clientHeight >= area.scrollHeight - 2
      let found = 0
      for (let at = 0; at < count; at++) {
        const section = document.getElementById(sectionId(formName, at))
        if (section && section.getBoundingClientRect().top < top + height / 3) found = at
      }
      setCurrent(isAtEnd ? count - 1 : found)
    }
    look()
    area.addEventListener('scroll', look, { passive: true })
    return () => area.removeEventListener('scroll', look)
  }, [inside, formName, count])
  return current
}

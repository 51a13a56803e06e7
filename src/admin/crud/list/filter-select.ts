import { translate } from '#admin/format/translate.ts'
import css from './filters.module.css'

/** The container of antd's lists and calendars: beside their control, within the page's landmarks. */
export const beside = (control: HTMLElement) => control.parentElement ?? document.body

/** What antd's Select is given in every filter. */
export const FILTER_SELECT = {
  className: css.select ?? '',
  virtual: false,
  popupMatchSelectWidth: false,
  getPopupContainer: beside,
} as const

export interface FilterProps {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** What a control shows when something is chosen: 'Role: Admin'. */
export const chosenWords = (label: string, value: string) =>
  translate('{label}: {value}', { label, value })

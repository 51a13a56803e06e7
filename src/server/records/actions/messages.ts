import type { RowAction } from '../actions.ts'

export const markAnswered: RowAction = ({ update }) => update({ status: 'answered' })

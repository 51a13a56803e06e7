import type { RowAction } from '#server/domain/actions.ts'

export const markAnswered: RowAction = ({ update }) => update({ status: 'answered' })

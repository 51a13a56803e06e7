import type { Declaration } from './declaration.ts'

/** Texts of a resource's screens. Defaults come from the label; declarations override them. */
export interface Messages {
  add: string
  createTitle: string
  editTitle: string
  submitCreate: string
  submitUpdate: string
  empty: string
  /** Text of a search or filter without results; null uses `empty`. */
  noMatch: string | null
  /** `loadFailedFromServer` prefers the server's own message. */
  loadFailed: string
  loadFailedFromServer: boolean
  /** Error for a list answer of unknown shape; null shows an empty list. */
  unexpected: string | null
  created: string
  updated: string
  deleted: string
  /** `failedFromServer` prefers the server's own message to these. */
  createFailed: string
  updateFailed: string
  deleteFailed: string
  failedFromServer: boolean
  deleteQuestion: string
  searchPlaceholder: string
  /** Toast on a form that its own check refuses; null shows the messages at the fields only. */
  invalid: string | null
}

/** Merges the declaration's texts over the defaults made from its label. */
export function messagesOf({
  label: [one, many],
  messages: { saveFailed, ...own } = {},
}: Declaration): Messages {
  return {
    ...defaultMessages(one, many),
    ...(saveFailed && { createFailed: saveFailed, updateFailed: saveFailed }),
    ...(own.loadFailed && { unexpected: own.loadFailed }),
    ...own,
  }
}

function defaultMessages(one: string, many: string): Messages {
  const noun = one.toLowerCase()
  return {
    add: `Add ${one}`,
    createTitle: `Add New ${one}`,
    editTitle: `Edit ${one}`,
    submitCreate: 'Create',
    submitUpdate: 'Update',
    empty: `No ${many.toLowerCase()} found`,
    noMatch: null,
    loadFailed: `Failed to fetch ${many.toLowerCase()}`,
    loadFailedFromServer: true,
    unexpected: `Received an unexpected data format for ${many.toLowerCase()}.`,
    created: `${one} created successfully.`,
    updated: `${one} updated successfully.`,
    deleted: `${one} deleted.`,
    createFailed: `Failed to create ${noun}.`,
    updateFailed: `Failed to update ${noun}.`,
    deleteFailed: `Failed to delete ${noun}`,
    failedFromServer: true,
    deleteQuestion: `Are you sure you want to delete this ${noun}?`,
    searchPlaceholder: `Search ${many.toLowerCase()}...`,
    invalid: null,
  }
}

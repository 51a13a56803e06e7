import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { importAddress } from '#admin/format/addresses.ts'
import { discardImport, importKey, type ReadingChoice } from '#admin/providers/imports.ts'
import type { Import } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { type Before, fileOf, noteFile } from './chosen-file.ts'
import { noteImport } from './last-import.ts'
import { AT_COLUMNS } from './step.ts'
import { useUpload } from './use-upload.ts'

/** Reads the file in another way: sends it again, and goes on with the new import in place of this one. */
export function useReadAgain(
  resource: Resource,
  about: Import,
  before: Pick<Before, 'columns' | 'by'>,
) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { state: from } = useLocation()
  /** What was chosen, until the file is read so. */
  const [wanted, want] = useState<ReadingChoice>()
  const focus = useRef('')
  const focusBack = () => document.getElementById(focus.current)?.focus()

  const goOn = async (next: Import) => {
    const chosen = fileOf(next.id)
    if (chosen) noteFile({ ...chosen, before: { ...before, focus: focus.current } })
    client.setQueryData(importKey(resource, next.id), next)
    noteImport(resource, next.id)
    // One that stays is removed by the server after a day.
    discardImport(resource, about.id).catch(() => undefined)
    await navigate(`${importAddress(resource.page, next.id)}${AT_COLUMNS}`, {
      replace: true,
      state: from,
    })
    client.removeQueries({ queryKey: importKey(resource, about.id) })
  }
  const { state, start, cancel } = useUpload(resource, (next) => void goOn(next))
  const isSending = state.phase === 'sending'
  const refused = state.phase === 'refused' ? state : undefined

  return {
    isSending,
    refused,
    /** What is shown as chosen: what it is being read by, or was. */
    reading: { ...about.reading, ...(isSending && wanted) },
    /** The file is to be chosen again: it is not there any more. */
    isFileAsked: wanted !== undefined && state.phase === 'none',
    read: (choice: ReadingChoice, control: string) => {
      if (isSending) return
      const chosen = fileOf(about.id)
      const next = { ...(chosen?.choice ?? choiceOf(about)), ...choice }
      // Another sheet has its names in another line.
      if (choice.sheet !== undefined) delete next.headLine
      focus.current = control
      want(next)
      if (chosen) void start(chosen.file, next)
    },
    take: (file: File) => void start(file, wanted),
    cancel: () => {
      cancel()
      want(undefined)
      focusBack()
    },
  }
}

function choiceOf({ reading }: Import): ReadingChoice {
  const { preview: _, sheets: __, hiddenSheets: ___, ...choice } = reading
  return choice
}

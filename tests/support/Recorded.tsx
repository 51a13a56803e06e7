import { useParams } from 'react-router-dom'
import { RecordPage } from '#admin/crud/record/RecordPage.tsx'
import type { Resource } from '#model/resource.ts'

/** The page of the record that the address names. */
export function Recorded({ resource }: { resource: Resource }) {
  const { record = '' } = useParams<'record'>()
  return <RecordPage key={record} resource={resource} id={record} />
}

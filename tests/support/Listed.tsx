import { useParams } from 'react-router-dom'
import { ResourcePage } from '#admin/crud/ResourcePage.tsx'
import type { Resource } from '#model/resource.ts'

/** A list, with the record beside it that the address names. */
export function Listed({ resource }: { resource: Resource }) {
  const { record } = useParams<'record'>()
  return <ResourcePage resource={resource} {...(record && { record })} />
}

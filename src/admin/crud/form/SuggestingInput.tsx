import { Input, type InputProps } from 'antd'
import { useState } from 'react'
import type { Resource } from '#model/resource.ts'
import { useValuesInUse } from '../filters/use-values-in-use.ts'

/** A text that suggests what other records say there (MIS-02), asked for when it is first entered. */
export function SuggestingInput({
  resource,
  path,
  ...typed
}: Omit<InputProps, 'resource'> & { resource: Resource; path: string }) {
  const [isEntered, setEntered] = useState(false)
  const list = `${typed.id ?? path}-values`
  return (
    <>
      <Input {...typed} list={list} autoComplete="off" onFocus={() => setEntered(true)} />
      {isEntered ? <Suggestions id={list} resource={resource} path={path} /> : null}
    </>
  )
}

function Suggestions({ id, resource, path }: { id: string; resource: Resource; path: string }) {
  const values = useValuesInUse(resource, path, NO_ROWS)
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  )
}

const NO_ROWS: never[] = []

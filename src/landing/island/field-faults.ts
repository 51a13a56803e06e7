/** Errors of a field. The form's data attribute of the same name has the text. */
export type Fault = 'missing' | 'bademail'

/** Returns the error of a field that the page can detect. The server decides. */
export function faultOf(field: {
  value: string
  required?: boolean
  type: string
}): Fault | undefined {
  const value = field.value.trim()
  if (!value) return field.required ? 'missing' : undefined
  return field.type === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(value)
    ? 'bademail'
    : undefined
}

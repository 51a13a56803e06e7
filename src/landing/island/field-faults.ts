/** What a field says when it is wrong, by the form's data attribute of that name. */
export type Fault = 'missing' | 'bademail'

/** What is wrong with a field as far as a page can tell; the server has the last word. */
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

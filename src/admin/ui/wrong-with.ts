/** What a control of a field is given that says what is wrong with it. */
export function wrongWith(id: string, error: string | undefined) {
  return error ? { 'aria-invalid': 'true' as const, 'aria-describedby': `${id}_error` } : {}
}

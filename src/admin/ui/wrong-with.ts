/** What a control of a field is given that says what is wrong with it, and what is to be known of it. */
export function wrongWith(id: string, error: string | undefined, hint?: string) {
  const words = [error && `${id}_error`, hint && `${id}_hint`].filter(Boolean).join(' ')
  return {
    ...(error && { 'aria-invalid': 'true' as const }),
    ...(words && { 'aria-describedby': words }),
  }
}

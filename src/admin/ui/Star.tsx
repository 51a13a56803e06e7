/** The mark of required fields. */
export function Star() {
  return (
    <span style={{ marginInlineStart: 4, color: 'var(--danger)' }} aria-hidden="true">
      *
    </span>
  )
}

/** Behind the label of a field that must be filled. */
export function Star() {
  return (
    <span style={{ marginInlineStart: 4, color: 'var(--danger)' }} aria-hidden="true">
      *
    </span>
  )
}

/** A check mark. Decorative: the adjacent text has the same meaning. */
export function Check() {
  return (
    <span className="tile">
      <svg className="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path d="m5.5 12.5 4.5 4.5 8.5-9.5" />
      </svg>
    </span>
  )
}

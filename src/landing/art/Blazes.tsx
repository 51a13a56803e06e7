interface BlazesProps {
  /** Number of Travelers that are included for certain. */
  sure: number
  /** Number of further Travelers that are possible. */
  more: number
}

/** A tier's team as a row of trail diamonds: filled for those that are sure, open for those to choose. */
export function Blazes({ sure, more }: BlazesProps) {
  return (
    <svg className="blazes" viewBox="0 0 150 24" width="150" height="24" aria-hidden="true">
      <path d={row(0, sure)} />
      <path className="blazes-open" d={row(sure, sure + more)} />
    </svg>
  )
}

/** Returns the diamonds from `start` to `end` as one path. */
function row(start: number, end: number): string {
  return Array.from(
    { length: end - start },
    (_, at) => `M${12 + (start + at) * 30} 3l9 9-9 9-9-9Z`,
  ).join('')
}

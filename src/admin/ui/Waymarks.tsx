/** The picture of antd's Empty: a trail that leads to the next waymark. */
export function Waymarks() {
  return (
    <svg
      viewBox="0 0 120 48"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M6 42c14-2 12-16 28-17s16 12 32 10 10-15 22-17" strokeDasharray="0.1 6" />
      <path d="M101 4.5l9.5 9.5-9.5 9.5-9.5-9.5Z" fill="currentColor" color="var(--accent)" />
    </svg>
  )
}

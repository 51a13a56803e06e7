/** The landing page's icons: one family, 24 by 24, 1.75 stroke, round ends. */
const paths = {
  host: 'M12 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM5.5 20c.4-4 2.8-6.2 6.5-6.2s6.1 2.2 6.5 6.2M9 14.4V20m6-5.6V20',
  traveler:
    'm12 3 1.7 5.3L19 10l-5.3 1.7L12 17l-1.7-5.3L5 10l5.3-1.7ZM18.5 15.5l.8 2.2 2.2.8-2.2.8-.8 2.2-.8-2.2-2.2-.8 2.2-.8Z',
  ask: 'M4 6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5v7a2.5 2.5 0 0 1-2.5 2.5H11l-4.5 4v-4A2.5 2.5 0 0 1 4 13.5ZM9.8 8.6c.2-1.2 1.1-1.8 2.2-1.8s2.2.7 2.2 1.9c0 1.5-2.1 1.6-2.1 3m0 1.9v.01',
  practice:
    'M8 5H6.5A1.5 1.5 0 0 0 5 6.5v12A1.5 1.5 0 0 0 6.5 20h11a1.5 1.5 0 0 0 1.5-1.5v-12A1.5 1.5 0 0 0 17.5 5H16M9 3.5h6v3H9ZM8.5 13l2.5 2.5 4.5-5',
  path: 'M5 20c0-4 14-3.5 14-8 0-4-9-3-9-6.5M10 5.5 12 3.5l2 2-2 2ZM5 20h.01',
} as const

export type IconName = keyof typeof paths

/** A decorative icon; the text beside it says the same. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}

/**
 * The product's identity, shared by the console, the landing page and the server's documents.
 *
 * The idea is the waymark itself: hikers find their way by painted diamonds, one in sight of the
 * next. Green is the ground and everything that is Waymark's; blaze orange is only ever the next
 * step to take.
 */
export const brand = {
  name: 'Waymark',
  panel: 'Waymark Admin',
  tagline: 'Career guidance with AI mentors',
  /** Trail-sign green and blaze orange: white on the light pair and `#0b1513` on the dark pair hold 4.5:1. */
  colour: {
    primary: '#0b6b5d',
    primaryDark: '#4cc9ae',
    accent: '#c2410c',
    accentDark: '#fb923c',
  },
  /** The mark, a trail diamond with the W cut out, as one path in a 24 by 24 box (non-zero fill). */
  mark:
    'M10.2 1.55a2.55 2.55 0 0 1 3.6 0l8.65 8.65a2.55 2.55 0 0 1 0 3.6l-8.65 8.65a2.55 2.55 0 0 1-3.6 0L1.55 13.8a2.55 2.55 0 0 1 0-3.6Z' +
    'M6.2 8.2l2.5 7.6h2l1.3-3.7 1.3 3.7h2l2.5-7.6h-2.2l-1.35 4.5-1.35-3.5h-1.8l-1.35 3.5L8.4 8.2Z',
  /** A contour line of the map that everything lies on: drawn several times, each smaller, about 0,0. */
  contour:
    'M-262 40c-32-70 24-128 88-150s96-62 176-52 92 64 168 84 128 76 96 140-110 60-158 108-136 38-196 12-142-72-174-142Z',
} as const

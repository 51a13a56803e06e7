/** In the order in which they are looked for: most browsers say that they are others as well. */
const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//],
  ['Safari', /\bVersion\/\S+.* Safari\//],
]

const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['Windows', /Windows/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /Macintosh|Mac OS X/],
  ['Linux', /Linux|X11/],
]

const UNKNOWN = 'Unknown device'

/** Browser and system of what a client says of itself: 'Firefox on Linux'. Of a program, its name: 'curl'. */
export function deviceName(userAgent: string | null): string {
  if (!userAgent?.trim()) return UNKNOWN
  const nameIn = (known: typeof BROWSERS) =>
    known.find(([, pattern]) => pattern.test(userAgent))?.[0]
  const system = nameIn(SYSTEMS)
  const browser = nameIn(BROWSERS)
  if (browser && system) return `${browser} on ${system}`
  const [program = ''] = /^[\w.-]{1,40}/.exec(userAgent.trim()) ?? []
  return browser ?? system ?? (program || UNKNOWN)
}

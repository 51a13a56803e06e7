const [FIRST_STRONG, END] = ['\u2068', '\u2069']
const OWN_ISOLATES = /[\u2066-\u2069]/g
const PLAIN = /^[\x20-\x7e]*$/

/**
 * Isolates a name of unknown text direction, so that the sentence around it keeps its own. Plain ASCII is returned
 * unchanged.
 */
export function isolate(name: string): string {
  return PLAIN.test(name) ? name : `${FIRST_STRONG}${name.replace(OWN_ISOLATES, '')}${END}`
}

const [FIRST_STRONG, END] = ['\u2068', '\u2069']
const OWN_ISOLATES = /[\u2066-\u2069]/g
const PLAIN = /^[\x20-\x7e]*$/

/**
 * A name from outside within a sentence: whatever direction it has or turns to, the sentence keeps its own.
 * Plain ASCII has nothing that could turn it, and stays as it is.
 */
export function isolate(name: string): string {
  return PLAIN.test(name) ? name : `${FIRST_STRONG}${name.replace(OWN_ISOLATES, '')}${END}`
}

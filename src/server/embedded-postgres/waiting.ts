/** A wait that is shorter is no news. */
const SILENT_MS = 1000

/** For each look while something is waited for: tells of it once, when a second is over. */
export function tellOfWaiting(say: (line: string) => void): (words: string) => void {
  const since = performance.now()
  let isTold = false
  return (words) => {
    if (isTold || performance.now() - since < SILENT_MS) return
    isTold = true
    say(words)
  }
}

/**
 * Started by npm, follows it: when npm is gone without a word (killed, or its terminal closed), what
 * it started is told to end in good order. Started in any other way, does nothing.
 */
export function followNpm() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const look = () => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }
  setInterval(look, 500).unref()
}

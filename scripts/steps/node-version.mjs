const lowest = { 20: 19, 22: 13 }

/** Ends the process with a plain message when this Node is older than the tools allow. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const enough = major >= 24 || (major in lowest && minor >= lowest[major])
  if (enough) return
  console.error(
    `Waymark needs Node 20.19 or later, 22.13 or later, or 24 and up; this is ${process.versions.node}. See https://nodejs.org.`,
  )
  process.exit(1)
}

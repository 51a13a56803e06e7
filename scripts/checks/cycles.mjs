/**
 * Finds the rings among imports that are loaded at once (types and lazy imports load nothing).
 * Gives each ring once, as the list of its files, the first repeated at the end.
 */
export function cycles(imports) {
  const next = new Map()
  for (const { file, target, typeOnly, lazy } of imports) {
    if (typeOnly || lazy) continue
    next.set(file, [...(next.get(file) ?? []), target])
  }
  const done = new Set()
  const rings = []
  const visit = (file, path) => {
    const at = path.indexOf(file)
    if (at >= 0) {
      rings.push([...path.slice(at), file])
      return
    }
    if (done.has(file)) return
    for (const target of next.get(file) ?? []) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of next.keys()) visit(file, [])
  return rings
}

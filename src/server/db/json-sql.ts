/** Returns a text as an SQL literal. */
export function quote(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}

/** Returns the SQL of a value in JSON, as text or as JSON. */
export function at(json: string, path: string, asText: boolean): string {
  const [step, steps] = asText ? ['->>', '#>>'] : ['->', '#>']
  return path.includes('.')
    ? `(${json} ${steps} ${quote(`{${path.replaceAll('.', ',')}}`)}::text[])`
    : `(${json} ${step} ${quote(path)})`
}

/** Returns the SQL of the text at a path of a record's JSON. */
export function textIn(json: string, path: string): string {
  return at(json, path, true)
}

/** A text as an SQL literal. */
export function quote(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}

/** The SQL of a value in JSON, as text or as JSON. */
export function at(json: string, path: string, asText: boolean): string {
  const [step, steps] = asText ? ['->>', '#>>'] : ['->', '#>']
  return path.includes('.')
    ? `(${json} ${steps} ${quote(`{${path.replaceAll('.', ',')}}`)}::text[])`
    : `(${json} ${step} ${quote(path)})`
}

/** The SQL of the text at a path of the JSON of a record. */
export function textIn(json: string, path: string): string {
  return at(json, path, true)
}

/** One limit of a benchmark, with the figure that was measured. */
export interface Limit {
  text: string
  isMet: boolean
}

export function atMost(what: string, figure: number, limit: number, unit: string): Limit {
  return {
    text: `${what}: ${short(figure)} ${unit} (at most ${limit})`,
    isMet: figure <= limit,
  }
}

export function atLeast(what: string, figure: number, limit: number, unit: string): Limit {
  return {
    text: `${what}: ${short(figure)} ${unit} (at least ${limit})`,
    isMet: figure >= limit,
  }
}

/** A limit without a number; `found` is printed when it is missed. */
export function holds(what: string, isMet: boolean, found = ''): Limit {
  return { text: isMet || !found ? what : `${what}: ${found}`, isMet }
}

/** Prints each limit. If one is missed, the process will exit with 1. */
export function judge(limits: readonly Limit[]): void {
  console.log()
  for (const { text, isMet } of limits) console.log(`${isMet ? 'met    ' : 'MISSED '} ${text}`)
  const missed = limits.filter(({ isMet }) => !isMet).length
  console.log(missed === 0 ? '\nAll limits are met.' : `\n${missed} limits are missed.`)
  if (missed > 0) process.exitCode = 1
}

/** Prints the head of a Markdown table: names on the left, figures on the right. */
export function tableHead(name: string, ...figures: readonly string[]): void {
  tableRow(name, ...figures)
  tableRow('---', ...figures.map(() => '---:'))
}

export function tableRow(...cells: readonly (string | number)[]): void {
  const texts = cells.map((cell) => (typeof cell === 'number' ? short(cell) : cell))
  console.log(`| ${texts.join(' | ')} |`)
}

/** Large numbers without decimals, smaller ones with at most three digits. */
function short(figure: number): string {
  const decimals = Math.abs(figure) >= 100 ? 0 : Math.abs(figure) >= 1 ? 1 : 3
  return String(Number(figure.toFixed(decimals)))
}

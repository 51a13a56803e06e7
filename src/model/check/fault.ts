/** One fault of a declaration: where it stands and what to write instead. */
export interface Fault {
  /** The declaration's key and what of it, in quotes: `filters 'steps'`. */
  at: string
  what: string
  fix: string
  /** It is the second of its kind that is one too many. */
  isTwin?: true
}

/** A fault, the file that declares it, and the line at which the declaration begins. */
export interface FileFault extends Fault {
  file: string
  line?: number | undefined
}

/** One or more declarations are wrong. The message names file, field and fix of each fault. */
export class DeclarationError extends Error {
  override name = 'DeclarationError'
  readonly faults: readonly FileFault[]

  constructor(faults: readonly FileFault[]) {
    super(faults.map(({ file, ...fault }) => `${file}: ${sentence(fault)}`).join('\n'))
    this.faults = faults
  }
}

/** A fault in words, to stand after its place. */
export function sentence({ at, what, fix }: Fault): string {
  return `${at}: ${what}. Fix: ${fix}${fix.endsWith('?') ? '' : '.'}`
}

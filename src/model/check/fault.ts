/** One fault of a declaration: where it stands and what to write instead. */
export interface Fault {
  /** The declaration's key and what of it, in quotes: `filters 'steps'`. */
  at: string
  what: string
  fix: string
}

/** A fault, and the file that declares it. */
export interface FileFault extends Fault {
  file: string
}

/** One or more declarations are wrong. The message names file, field and fix of each fault. */
export class DeclarationError extends Error {
  override name = 'DeclarationError'
  readonly faults: readonly FileFault[]

  constructor(faults: readonly FileFault[]) {
    super(
      faults.map(({ file, at, what, fix }) => `${file}: ${at}: ${what}. Fix: ${fix}.`).join('\n'),
    )
    this.faults = faults
  }
}

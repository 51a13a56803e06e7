/** One error of a declaration: its file, the field in it, what is wrong, and how to fix it. */
export interface FileFault {
  file: string
  at: string
  what: string
  fix: string
}

/** Reports an error of the resource that is being checked. */
export type Report = (at: string, what: string, fix: string) => void

/** One or more declarations are wrong. The message has a line for each error. */
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

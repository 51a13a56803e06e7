import { DeclarationError } from '#model/check/fault.ts'

/**
 * Imports a module that reads the declarations. Where they are wrong, prints every error and ends the process: nothing
 * was started yet.
 */
export async function onDeclarations<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    if (!(error instanceof DeclarationError)) throw error
    process.stderr.write(`${explainDeclarations(error)}\n`)
    process.exit(1)
  }
}

/** The errors, a line each, below what they prevented. */
export function explainDeclarations({ message }: DeclarationError): string {
  return `The declarations have errors, so nothing was started.\n${message}`
}

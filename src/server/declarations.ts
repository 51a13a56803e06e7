import { DeclarationError } from '#model/check/fault.ts'

// Checks the declarations, before other modules import them. If they are wrong, prints every error and ends with 1.
// Also runs by itself and starts nothing: for the build, the tests, and a console of another backend.

try {
  await import('#resources/index.ts')
} catch (error) {
  if (!(error instanceof DeclarationError)) throw error
  process.stderr.write(`${explainDeclarations(error)}\n`)
  process.exit(1)
}

/** The errors, a line each, below what they prevented. */
export function explainDeclarations({ message }: DeclarationError): string {
  return `The declarations have errors, so nothing was started.\n${message}`
}

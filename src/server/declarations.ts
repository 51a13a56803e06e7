import { DeclarationError } from '#model/check/fault.ts'

// Checks the declarations before other modules import them. If they are wrong, prints every error and exits with 1. It
// can also run alone, for the build, the tests, and a console of another backend.

try {
  await import('#resources/index.ts')
} catch (error) {
  if (!(error instanceof DeclarationError)) throw error
  process.stderr.write(`${explainDeclarations(error)}\n`)
  process.exit(1)
}

/** Returns the errors, one per line, with a headline. */
export function explainDeclarations({ message }: DeclarationError): string {
  return `The server did not start because the declarations have errors.\n${message}`
}

import { onDeclarations } from './declaration-faults.ts'

// Tells whether the declarations are right, and starts nothing: for the build, the tests, and a console of another
// backend in development. Ends with 1 and their faults when they are wrong.

await onDeclarations(() => import('#resources/index.ts'))

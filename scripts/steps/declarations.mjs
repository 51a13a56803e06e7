import { join } from 'node:path'
import { run } from './process.mjs'

/** Node's arguments for a program of src, in the source as it stands. */
export function fromSource(program) {
  return ['--import', 'tsx', join('src', 'server', program)]
}

/** Whether the declarations are right: the exit code and, with `quiet`, what was printed. */
export function checkDeclarations({ quiet = false } = {}) {
  return run(process.execPath, fromSource('declarations.ts'), { quiet })
}

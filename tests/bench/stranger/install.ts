import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'

/** Unpacks what is committed into `folder`, fetches its packages and builds it, as docs/operations.md says. */
export function install(folder: string, say: (line: string) => void): string {
  const run = (file: string, ...args: string[]) => {
    say(`$ ${file} ${args.join(' ')}`)
    execFileSync(file, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  mkdirSync(folder, { recursive: true })
  const archive = execFileSync('git', ['archive', 'HEAD'], { maxBuffer: 1024 ** 3 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  run('npm', 'ci', '--include=dev', '--include=optional')
  run('npm', 'run', 'build')
  return folder
}

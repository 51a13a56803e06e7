import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { API_BASE } from '#contract/api.ts'
import type { Outcome, Tool } from './outcome.ts'
import { endOf, runIn } from './programs.ts'
import { counting, folderOf, packagesFolder } from './target.ts'

const CLI = '@stoplight/spectral-cli@6.16.3'
const RULES = '@stoplight/spectral-owasp-ruleset@2.0.1'

interface Found {
  code: string
  message: string
  path: (string | number)[]
  severity: number
}

/** Errors that are meant to be so: the rule, where, and why. */
const MEANT: readonly { code: string; at: RegExp; why: string }[] = [
  {
    code: 'owasp:api4:2023-rate-limit',
    at: /./,
    why: 'no call has a quota that a header could count down; what is limited answers 429 with Retry-After',
  },
  {
    code: 'owasp:api2:2023-write-restricted',
    at: /^paths\.\/api\/v1\/(auth\/(?!logout)|waitlist\.post|contact\.post)/,
    why: 'signing in and the public forms ask for no token',
  },
]

/** The API's description against the rules of OpenAPI and OWASP, by Spectral. */
export const spectral: Tool = {
  async run(_asked, target): Promise<Outcome> {
    const packages = packagesFolder()
    const program = join(packages, 'node_modules', '.bin', 'spectral')
    if (!existsSync(program)) {
      writeFileSync(join(packages, 'package.json'), '{ "private": true }\n')
      const wanted = ['install', '--no-audit', '--no-fund', '--ignore-scripts', CLI, RULES]
      const { code, said } = await runIn(packages, ['npm', ...wanted])
      if (code !== 0) return missing(`the npm registry gave nothing: ${endOf(said, 1)}`)
    }
    const product = await target()
    const folder = folderOf('spectral')
    const rules = join(packages, 'rules.yaml')
    const owasp = './node_modules/@stoplight/spectral-owasp-ruleset/dist/ruleset.mjs'
    writeFileSync(rules, `extends: ['spectral:oas', '${owasp}']\n`)
    const document = join(folder, 'openapi.json')
    const answer = await fetch(`${product.url}${API_BASE}/openapi.json`)
    writeFileSync(document, await answer.text())
    const output = join(folder, 'found.json')
    let ended = { code: 0, said: '' }
    const counted = await counting(product, async () => {
      const how = ['--ruleset', rules, '-f', 'json', '-o', output]
      ended = await runIn(packages, [program, 'lint', document, ...how])
    })
    if (!existsSync(output))
      return { tool: 'spectral', figures: [], findings: [`did not finish: ${endOf(ended.said)}`] }
    const found = JSON.parse(readFileSync(output, 'utf8')) as Found[]
    const errors = found.filter(({ severity }) => severity === 0)
    const meant = errors.filter((one) => reasonOf(one))
    const counts = new Map<string, number>()
    for (const one of meant) {
      const line = `${one.code}: ${reasonOf(one)}`
      counts.set(line, (counts.get(line) ?? 0) + 1)
    }
    return {
      tool: 'spectral',
      figures: [`${found.length - errors.length} warnings`],
      findings: [
        ...errors
          .filter((one) => !reasonOf(one))
          .map(({ code, message, path }) => `${code} at ${path.join('.')}: ${message}`),
        ...counted.findings,
      ],
      aside: [...counts].map(([line, count]) => `${count} of ${line}`),
    }
  },
}

function reasonOf({ code, path }: Found): string | undefined {
  return MEANT.find((one) => one.code === code && one.at.test(path.join('.')))?.why
}

function missing(why: string): Outcome {
  return { tool: 'spectral', figures: [], findings: [], missing: why }
}

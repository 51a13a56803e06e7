import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Outcome, Tool } from './outcome.ts'
import { endOf, runIn } from './programs.ts'
import { folderOf } from './target.ts'

interface Bill {
  bomFormat: string
  specVersion: string
  components: Component[]
  dependencies: { ref: string; dependsOn?: string[] }[]
  metadata: { component: Component }
}
interface Component {
  'bom-ref': string
  group?: string
  name: string
  version: string
}

/**
 * A bill of materials of what is shipped, as CycloneDX, by npm. npm writes down everything and the rest is taken out
 * here: with `--omit dev` it leaves out what both halves use.
 */
export const sbom: Tool = {
  async run({ out }): Promise<Outcome> {
    const kind = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application']
    const asked = ['npm', 'sbom', '--package-lock-only', ...kind]
    const { said } = await runIn(folderOf('sbom'), asked, { cwd: '.' })
    const whole = readBill(said)
    if (whole?.bomFormat !== 'CycloneDX')
      return { tool: 'sbom', figures: [], findings: [`npm sbom: ${endOf(said)}`] }
    const shipped = shippedPackages()
    const components = whole.components.filter((one) => shipped.includes(nameOf(one)))
    const gone = new Set(
      whole.components.filter((one) => !components.includes(one)).map((one) => one['bom-ref']),
    )
    const dependencies = whole.dependencies
      .filter(({ ref }) => !gone.has(ref))
      .map(({ ref, dependsOn = [] }) => ({
        ref,
        dependsOn: dependsOn.filter((one) => !gone.has(one)),
      }))
    // npm calls it by the folder that it lies in.
    const component = { ...whole.metadata.component, name: 'waymark' }
    const bill = { ...whole, metadata: { ...whole.metadata, component }, components, dependencies }
    mkdirSync(dirname(resolve(out)), { recursive: true })
    writeFileSync(out, `${JSON.stringify(bill, null, 2)}\n`)
    const listed = new Set(components.map(nameOf))
    return {
      tool: 'sbom',
      figures: [
        `CycloneDX ${whole.specVersion}, ${components.length} components`,
        `${shipped.length} packages are shipped`,
      ],
      findings: shipped.filter((one) => !listed.has(one)).map((one) => `${one} is not in it`),
    }
  },
}

function nameOf({ group, name, version }: Component): string {
  return `${group ? `${group}/` : ''}${name}@${version}`
}

/** Everything of the lockfile that is not for development alone. */
function shippedPackages(): string[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version?: string; dev?: boolean; devOptional?: boolean }>
  }
  const names = Object.entries(packages).flatMap(([path, { version, dev, devOptional }]) => {
    const name = path.split('node_modules/').at(-1)
    return path === '' || dev || devOptional || !name ? [] : [`${name}@${version}`]
  })
  return [...new Set(names)].sort()
}

function readBill(said: string): Bill | undefined {
  try {
    return JSON.parse(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1)) as Bill
  } catch {
    return undefined
  }
}

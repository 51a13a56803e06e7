import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Outcome } from './tool.ts'

const FILE = 'dist/sbom.json'

interface Component {
  'bom-ref': string
  group?: string
  name: string
  version: string
}
interface Bill {
  specVersion: string
  components: Component[]
  dependencies: { ref: string; dependsOn?: string[] }[]
  metadata: { component: Component }
}

/**
 * Writes a CycloneDX bill of the shipped packages. Development packages are removed here, because `npm sbom --omit dev`
 * also omits packages that both need.
 */
export function sbom(): Outcome {
  const words = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx']
  const output = execFileSync('npm', words, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  const whole = JSON.parse(output.slice(output.indexOf('{'))) as Bill
  const shipped = shippedPackages()
  const components = whole.components.filter((component) => shipped.includes(nameOf(component)))
  const kept = new Set(components.map((component) => component['bom-ref']))
  const root = whole.metadata.component
  kept.add(root['bom-ref'])
  const dependencies = whole.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn = [] }) => ({
      ref,
      dependsOn: dependsOn.filter((other) => kept.has(other)),
    }))
  // npm names it after the folder.
  const metadata = { ...whole.metadata, component: { ...root, name: 'waymark' } }
  writeFileSync(FILE, JSON.stringify({ ...whole, metadata, components, dependencies }, null, 2))
  const listed = new Set(components.map(nameOf))
  return {
    figures: [`CycloneDX ${whole.specVersion}`, `${components.length} packages in ${FILE}`],
    findings: shipped.filter((name) => !listed.has(name)).map((name) => `${name} is missing`),
  }
}

function nameOf({ group, name, version }: Component): string {
  return `${group ? `${group}/` : ''}${name}@${version}`
}

/** All packages of the lockfile that are not for development alone. */
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

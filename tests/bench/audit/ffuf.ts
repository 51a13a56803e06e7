import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Outcome, Tool } from './outcome.ts'
import { endOf, runIn } from './programs.ts'
import { counting, folderOf, type Target } from './target.ts'

/** What servers leave lying about: repositories, secrets, backups, sources, consoles of others. */
const WORDS = [
  ...['.git/HEAD', '.git/config', '.gitignore', '.svn/entries', '.hg/store', '.DS_Store'],
  ...['.env', '.env.local', '.env.production', '.npmrc', '.htpasswd', '.ssh/id_rsa'],
  ...['.aws/credentials', '.vscode/settings.json', '.idea/workspace.xml', '.ci/run'],
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', 'Dockerfile'],
  ...['compose.yaml', 'docker-compose.yml', 'knip.json', 'README.md', 'CHANGELOG.md'],
  ...['src/brand.ts', 'src/server/main.ts', 'server/main.js', 'dist/server/main.js'],
  ...['dist/build.json', 'build.json', 'maps/', 'maps/main.js.map', 'main.js.map', 'client/'],
  ...['backup', 'backup.sql', 'backup.zip', 'backup.tar.gz', 'dump.sql', 'db.sqlite', 'backups/'],
  ...['data/', 'data/postgres/PG_VERSION', 'data/pgdata/pg_hba.conf', 'waymark.backup', 'logs/'],
  ...['server.log', 'access.log', 'error.log', 'npm-debug.log', 'core', 'heap.heapsnapshot'],
  ...['metrics/', 'server-status', 'actuator/env', 'debug/pprof/', 'phpinfo.php', 'wp-login.php'],
  ...['graphql', 'swagger.json', 'v2/api-docs', 'console', 'node_modules/fastify/package.json'],
  ...['index.html', 'index.html.bak', 'index.html~', 'admin.html.bak', 'robots.txt.bak'],
  ...['..%2f..%2fetc%2fpasswd', '%2e%2e/%2e%2e/etc/passwd', '..%5c..%5cpackage.json'],
  ...['..%252f..%252fpackage.json', '%00', 'assets/..%2f..%2fpackage.json', '....//package.json'],
  ...['/etc/passwd', '//example.org/', '.%2e/package.json', 'assets/', 'fonts/', 'static/'],
]
const BELOW = ['', 'admin/', 'api/', 'api/v1/', 'assets/']
/** Pages that are there and say nothing that is hidden. */
const MEANT = new Set(['index.html'])

/** Paths that nobody should find, by ffuf. */
export const ffuf: Tool = {
  debian: 'ffuf',
  async run(_asked, target): Promise<Outcome> {
    const product = await target()
    const folder = folderOf('ffuf')
    const maps = readdirSync('dist/client', { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(js|css)$/.test(name))
      .map((name) => `${name}.map`)
    const words = [...BELOW.flatMap((below) => WORDS.map((word) => `${below}${word}`)), ...maps]
    writeFileSync(join(folder, 'words.txt'), `${words.join('\n')}\n`)
    let ended = { code: 0, said: '' }
    const counted = await counting(product, async () => {
      ended = await runIn(folder, [
        ...['ffuf', '-u', `${product.url}/FUZZ`, '-w', 'words.txt', '-mc', 'all', '-t', '8', '-s'],
        ...['-of', 'json', '-o', 'found.json'],
      ])
    })
    const { results } = readResults(join(folder, 'found.json'))
    const findings =
      results.length < words.length * 0.95
        ? [`${results.length} of ${words.length} paths were answered: ${endOf(ended.said)}`]
        : []
    const own = await ownPages(product)
    for (const { status, input } of results) {
      const word = decodeWord(input.FUZZ)
      // A slash at the end, a name without one: redirects stay on this server.
      if (status >= 400 || MEANT.has(word)) continue
      const { body, leads } = await asIs(product, `/${word}`)
      const isOwn =
        own.has(withoutNonces(body)) || (leads !== undefined && /^\/(?![/\\])/.test(leads))
      if (!isOwn) findings.push(`/${word} answers ${status}: ${body.slice(0, 60)}`)
    }
    return {
      tool: 'ffuf',
      figures: [`${words.length} paths, ${maps.length} of them source maps`, ...counted.figures],
      findings: [...findings, ...counted.findings],
    }
  },
}

/** Asks for a path as it is written: fetch would resolve its dots. */
function asIs({ url }: Target, path: string): Promise<{ body: string; leads?: string }> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const asked = get({ hostname, port, path }, async (answer) => {
      const { location } = answer.headers
      resolve({ body: await text(answer), ...(location !== undefined && { leads: location }) })
    })
    asked.on('error', reject)
  })
}

interface Results {
  results: { status: number; input: { FUZZ: string } }[]
}

function readResults(file: string): Results {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Results
  } catch {
    return { results: [] }
  }
}

/** It notes its words in base64 in some versions, and as they are in others. */
function decodeWord(word: string): string {
  if (WORDS.some((one) => word.endsWith(one)) || word.endsWith('.map')) return word
  return Buffer.from(word, 'base64').toString('utf8')
}

/** The landing page and the console's, which answer whatever lies below them. */
async function ownPages({ url }: Target): Promise<Set<string>> {
  const pages = ['/', '/admin', '/admin/nowhere'].map(async (path) =>
    withoutNonces(await (await fetch(`${url}${path}`)).text()),
  )
  return new Set(await Promise.all(pages))
}

/** What differs in a page from answer to answer. */
function withoutNonces(page: string): string {
  return page
    .replace(/nonce="[^"]*"/g, '')
    .replace(/name="stamp" value="[^"]*"|value="[^"]*" name="stamp"/g, '')
}

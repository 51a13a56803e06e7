import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { endOf, folderOf, type Outcome, run, type Target } from './tool.ts'

/** Files that servers often expose by mistake: repositories, secrets, backups, sources, other consoles. */
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
const FOLDERS = ['', 'admin/', 'api/', 'api/v1/', 'assets/']

/** Looks for exposed paths. */
export async function ffuf(target: Target): Promise<Outcome> {
  const folder = folderOf('ffuf')
  const maps = readdirSync('dist/client', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(js|css)$/.test(name))
    .map((name) => `${name}.map`)
  const words = [...FOLDERS.flatMap((below) => WORDS.map((word) => `${below}${word}`)), ...maps]
  writeFileSync(join(folder, 'words.txt'), `${words.join('\n')}\n`)
  const output = await run(folder, [
    ...['ffuf', '-u', `${target.url}/FUZZ`, '-w', 'words.txt', '-mc', 'all', '-t', '8', '-s'],
    ...['-of', 'json', '-o', 'found.json'],
  ])
  const { results } = JSON.parse(readFileSync(join(folder, 'found.json'), 'utf8')) as {
    results: { status: number; input: { FUZZ: string } }[]
  }
  const findings: string[] = []
  if (results.length < words.length * 0.95)
    findings.push(`only ${results.length} of ${words.length} paths answered: ${endOf(output)}`)
  const own = await ownPages(target)
  for (const { status, input } of results) {
    const word = decode(input.FUZZ)
    if (status >= 400 || word === 'index.html') continue
    const { body, location } = await request(target, `/${word}`)
    const isLocalRedirect = location !== undefined && /^\/(?![/\\])/.test(location)
    if (!isLocalRedirect && !own.has(withoutNonces(body)))
      findings.push(`/${word} answers ${status}: ${body.slice(0, 60)}`)
  }
  return { figures: [`${words.length} paths, ${maps.length} of them source maps`], findings }
}

/** Requests a path as it is written. fetch would resolve its dots. */
function request({ url }: Target, path: string): Promise<{ body: string; location?: string }> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const sent = get({ hostname, port, path }, async (answer) => {
      const { location } = answer.headers
      resolve({ body: await text(answer), ...(location !== undefined && { location }) })
    })
    sent.on('error', reject)
  })
}

/** Some versions of ffuf write words in base64. */
function decode(word: string): string {
  if (WORDS.some((one) => word.endsWith(one)) || word.endsWith('.map')) return word
  return Buffer.from(word, 'base64').toString('utf8')
}

/** The landing page and the console, which answer addresses below them. */
async function ownPages({ url }: Target): Promise<Set<string>> {
  const pages = ['/', '/admin', '/admin/nowhere'].map(async (path) =>
    withoutNonces(await (await fetch(`${url}${path}`)).text()),
  )
  return new Set(await Promise.all(pages))
}

/** Removes what differs in each answer. */
function withoutNonces(page: string): string {
  return page
    .replace(/nonce="[^"]*"/g, '')
    .replace(/name="stamp" value="[^"]*"|value="[^"]*" name="stamp"/g, '')
}

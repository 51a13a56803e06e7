import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API_BASE } from '#contract/api.ts'
import { judge } from '../support/judge.ts'
import { addressOf, admin, NODE_FLAGS, signIn } from '../support/product.ts'

/**
 * How fast lists are at many users: npm run bench -- api [users] [seconds]. Needs `wrk`.
 * Prints what it measured and exits with 1 when LIMITS are passed, which says something on a quiet machine only.
 */
const [users = '100000', seconds = '10'] = process.argv.slice(2)
const CONNECTIONS = 32
const LIMITS = { p50: 15, p99: 60, megabytes: 150 } as const

const dataDir = mkdtempSync(join(tmpdir(), 'waymark-bench-'))
const env = {
  ...process.env,
  DATA_DIR: dataDir,
  DATABASE_URL: '',
  PORT: '0',
  DEMO: 'off',
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
}

const server = spawn(process.execPath, [...NODE_FLAGS, 'dist/server/main.js'], {
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  const url = await addressOf(server)
  const base = `${url}${API_BASE}`
  const loaded = Date.now()
  execFileSync(process.execPath, ['dist/server/command.js', 'demo', '--users', users], { env })
  console.log(`${users} users loaded in ${((Date.now() - loaded) / 1000).toFixed(1)} s`)
  const { token } = await signIn(url)
  const lists: [name: string, path: string][] = [
    ['page 1', '/users'],
    ['pages 1 to 100, mixed', '/users?page=@'],
    ['page 5000', '/users?page=5000'],
    ['by last login', '/users?sort=-lastLogin'],
    ['admins only', '/users?role=admin'],
    ['search, common', '/users?search=kowal'],
    ['search, rare', '/users?search=.4711@'],
    ['who is signed in', '/profile'],
  ]
  console.log(
    `${'GET'.padEnd(24)}${'req/s'.padStart(9)}${'p50 ms'.padStart(9)}${'p99 ms'.padStart(9)}  failed`,
  )
  const results = lists.map(([name, path]) => measure(name, `${base}${path}`, token))
  const held = Math.max(...results.map(({ megabytes }) => megabytes))
  console.log(`server process: ${held} MB resident at most`)
  const [first] = results
  judge([
    [`page 1 within ${LIMITS.p50} ms at the median`, Number(first?.p50) <= LIMITS.p50],
    [`page 1 within ${LIMITS.p99} ms at p99`, Number(first?.p99) <= LIMITS.p99],
    ['no request failed', results.every(({ failed }) => failed === 0)],
    [`under ${LIMITS.megabytes} MB`, held < LIMITS.megabytes],
  ])
} finally {
  server.kill('SIGTERM')
  await once(server, 'exit')
  rmSync(dataDir, { recursive: true, force: true })
}

function measure(name: string, url: string, token: string) {
  const script = join(dataDir, 'request.lua')
  const path = new URL(url).pathname + new URL(url).search
  writeFileSync(
    script,
    `wrk.headers["authorization"] = "Bearer ${token}"
request = function() return wrk.format("GET", (string.gsub("${path}", "@", math.random(100)))) end
done = function(summary, latency)
  local errors = summary.errors.status + summary.errors.timeout + summary.errors.read + summary.errors.connect
  io.write(string.format("RESULT %.0f %.2f %.2f %d\\n", summary.requests / summary.duration * 1e6, latency:percentile(50) / 1000, latency:percentile(99) / 1000, errors))
end`,
  )
  const run = (duration: string) =>
    execFileSync('wrk', ['-t1', `-c${CONNECTIONS}`, `-d${duration}s`, '-s', script, url], {
      encoding: 'utf8',
    })
  run('2')
  const [, rate = '', p50 = '', p99 = '', failed = ''] =
    /RESULT (\S+) (\S+) (\S+) (\S+)/.exec(run(seconds)) ?? []
  console.log(
    `${name.padEnd(24)}${rate.padStart(9)}${p50.padStart(9)}${p99.padStart(9)}  ${failed}`,
  )
  const megabytes = residentMegabytes(server)
  return { p50: Number(p50), p99: Number(p99), failed: Number(failed), megabytes }
}

function residentMegabytes(child: ChildProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}

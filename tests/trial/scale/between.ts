import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from './databases.ts'
import { freePort, handOver, type Started, start } from './programs.ts'

/** PgBouncer in transaction mode: `waymark` is the primary, `waymark_read` the replica. */
export interface Pooler {
  url: string
  readUrl: string
  program: Started
  /** Leads to another primary from now on. */
  lead(primaryPort: number): void
}

export async function startPooler(
  place: string,
  primaryPort: number,
  replicaPort: number,
): Promise<Pooler> {
  const port = await freePort()
  const file = join(place, 'pgbouncer.ini')
  const users = join(place, 'users.txt')
  writeFileSync(users, '"waymark" ""\n')
  handOver(users)
  const write = (to: number) => {
    writeFileSync(file, poolerConfig({ port, users, primaryPort: to, replicaPort }))
    handOver(file)
  }
  write(primaryPort)
  const program = start('pgbouncer', [file])
  const base = `postgres://waymark@127.0.0.1:${port}`
  return {
    url: `${base}/waymark`,
    readUrl: `${base}/waymark_read`,
    program,
    lead(to) {
      write(to)
      process.kill(program.pid, 'SIGHUP')
    },
  }
}

interface PoolerPlan {
  port: number
  users: string
  primaryPort: number
  replicaPort: number
}

function poolerConfig({ port, users, primaryPort, replicaPort }: PoolerPlan): string {
  return `[databases]
waymark = host=127.0.0.1 port=${primaryPort} dbname=waymark
waymark_read = host=127.0.0.1 port=${replicaPort} dbname=waymark
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
max_client_conn = 200
default_pool_size = 20
server_login_retry = 1
server_connect_timeout = 2
`
}

/** haproxy before some servers. */
export async function startProxy(place: string, ports: readonly number[]) {
  const port = await freePort()
  const admin = join(place, 'haproxy.sock')
  const file = join(place, 'haproxy.cfg')
  writeFileSync(file, proxyConfig(port, ports, admin))
  handOver(file)
  const program = start('haproxy', ['-db', '-f', file])
  const url = `http://127.0.0.1:${port}`
  await until('haproxy answers', async () => (await fetch(`${url}/health/ready`)).ok)
  return { url, program }
}

/**
 * A server is left out while it does not answer or says that it is stopping. While the database is away it stays:
 * its own 503 says when to come again, and nobody else would. What could not be connected goes to the other server.
 */
function proxyConfig(port: number, servers: readonly number[], admin: string): string {
  const lines = servers.map((one, at) => `  server app${at + 1} 127.0.0.1:${one} check`).join('\n')
  return `global
  stats socket ${admin} mode 600
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 2s
  retries 3
  option redispatch 1
  option forwardfor
  http-reuse never
frontend front
  bind 127.0.0.1:${port}
  default_backend servers
backend servers
  balance roundrobin
  option httpchk GET /health/ready
  http-check expect ! rstring stopping
  default-server inter 200ms fall 1 rise 1
${lines}
`
}

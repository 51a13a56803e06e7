import { createConsoleApp } from '#server/http/base.ts'
import { type Config, readConfig } from './config.ts'
import { loggerOptions } from './logger.ts'
import { builtApi, builtApiOrigin, clientDirectory } from './paths.ts'

// npm run console: serves a console that was built for another backend, without our API and database.
await import('./declarations.ts')
const { registry } = await import('#resources/index.ts')
const { explainFailure } = await import('./failure.ts')

const refuse = (reason: string): never => {
  process.stderr.write(`${reason}\n`)
  process.exit(1)
}
const explain = (error: unknown, config?: Config) => refuse(explainFailure(error, config))

const api = builtApi()
if (api === '')
  refuse(
    'This console was built for its own server, which this command does not start.\n' +
      'To use another backend: VITE_API_URL=https://api.example.org npm run console. To use its own server: npm start.',
  )

const config = await readConfig(process.env).catch((error: unknown) => explain(error))
const app = await createConsoleApp({
  config,
  registry,
  logger: loggerOptions(config.logLevel),
  clientDir: clientDirectory(),
  apiOrigin: builtApiOrigin(),
})
const base = await app
  .listen({ host: config.host, port: config.port })
  .catch((error: unknown) => explain(error, config))

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => void app.close().then(() => process.exit(0)))

const behind = builtApiOrigin() ?? 'the same address, behind /api'
for (const line of ['', `  Console  ${base}/admin`, `  Its API  ${behind}`, ''])
  process.stdout.write(`${line}\n`)

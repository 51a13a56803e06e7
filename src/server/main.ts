import { type Config, readConfig } from './config.ts'
import { explainFailure } from './failure.ts'
import { serve } from './serve.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

const refuse = (error: unknown, config?: Config): never => {
  process.stderr.write(`${explainFailure(error, config)}\n`)
  process.exit(1)
}

const config = await readConfig(process.env).catch((error: unknown) => refuse(error))
const starting = serve(config, say)

let isStopping = false
const stop = async (code: number): Promise<void> => {
  if (isStopping) return
  isStopping = true
  // A start that is still under way is waited for, so that it leaves no database behind.
  const running = await starting
  await running.stop()
  process.exit(code)
}

// Asking twice ends at once. But npm passes on the Ctrl-C that the terminal sent here as well: what
// comes within a second of the first is the same wish.
let askedAt = 0
const onSignal = () => {
  if (isStopping && Date.now() - askedAt > 1_000) process.exit(1)
  if (isStopping) return
  askedAt = Date.now()
  void stop(0)
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal)

const running = await starting.catch((error: unknown) => refuse(error, config))
running.onLost((error) => {
  process.stderr.write(`${explainFailure(error, config)}\n`)
  void stop(1)
})

// Nothing should get here. If it does, the state is unknown: close what is open and start anew.
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => {
    running.log.fatal({ err: error }, 'an error that nobody handled')
    void stop(1)
  })

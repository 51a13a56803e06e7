// A process that holds the embedded database open, for tests that kill it.
// Arguments: data directory, mode. Prints one line of JSON when it is ready, or with its failure.
import { openCluster } from '#server/embedded-postgres/open.ts'

const [dataDir = '', mode = 'serve'] = process.argv.slice(2)

try {
  const cluster = await openCluster({
    dataDir,
    mode: mode === 'join' ? 'join' : 'serve',
    say: (line) => console.error(line),
  })
  console.log(JSON.stringify({ connection: cluster.connection, started: cluster.started }))
  process.on('SIGTERM', () => {
    cluster.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  })
  // Keeps this process alive: the database does not.
  setInterval(() => process.stdout.writable, 1_000)
} catch (failure) {
  console.log(JSON.stringify({ failure: failure instanceof Error ? failure.message : 'unknown' }))
  process.exitCode = 1
}

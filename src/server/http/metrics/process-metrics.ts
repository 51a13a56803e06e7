import { statfsSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type Family, single } from './exposition.ts'

const NS = 1e9
const RESOLUTION_MS = 20

/** What the process itself costs: memory, time of the processor, and how late its timers come. */
export function watchProcess(): { families(): Family[]; end(): void } {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  return {
    end: () => delay.disable(),
    families() {
      const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
      const { user, system } = process.cpuUsage()
      // What the timer itself is for is no delay.
      const late = (ns: number) => Math.max(0, ns / NS - RESOLUTION_MS / 1000)
      const samples = [
        { labels: { share: 'half' }, value: late(delay.percentile(50)) },
        { labels: { share: '99 of 100' }, value: late(delay.percentile(99)) },
        { labels: { share: 'all' }, value: late(delay.max) },
      ]
      // From one reading to the next: what was an hour ago hides what is now.
      delay.reset()
      const memory = { resident: rss, heap_used: heapUsed, heap: heapTotal, external }
      return [
        {
          name: 'waymark_memory_bytes',
          help: 'Memory of the process, by kind.',
          type: 'gauge',
          samples: Object.entries(memory).map(([kind, value]) => ({ labels: { kind }, value })),
        },
        single(
          'counter',
          'waymark_cpu_seconds_total',
          'Time of the processor that the process took.',
          (user + system) / 1e6,
        ),
        single(
          'gauge',
          'waymark_start_time_seconds',
          'When the process was started, since 1970.',
          Math.round(performance.timeOrigin / 1000),
        ),
        {
          name: 'waymark_loop_delay_seconds',
          help: 'How late timers came since the last reading: half of them, 99 of 100, all.',
          type: 'gauge',
          samples,
        },
      ]
    },
  }
}

/** Room on the disk of a directory; nothing where it cannot be looked at. */
export function diskFamilies(directory: string): Family[] {
  try {
    const { bavail, blocks, bsize } = statfsSync(directory)
    return [
      single(
        'gauge',
        'waymark_disk_free_bytes',
        'Room that is left on the disk of DATA_DIR.',
        bavail * bsize,
      ),
      single('gauge', 'waymark_disk_size_bytes', 'Size of the disk of DATA_DIR.', blocks * bsize),
    ]
  } catch {
    return []
  }
}

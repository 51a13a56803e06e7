import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type ProxyOptions, type UserConfig } from 'vite'
import { adminFallback } from './src/admin/build/admin-fallback.ts'
import { antdParts } from './src/admin/build/antd-parts.ts'
import { chunkGroups, WITHOUT_EFFECTS } from './src/admin/build/chunks.ts'
import { declaredAt } from './src/admin/build/declared-at.ts'
import { devApi } from './src/admin/build/dev-api.ts'
import { firstScript } from './src/admin/build/first-script.ts'
import { lazySchemas } from './src/admin/build/lazy-schemas.ts'
import { lightZod } from './src/admin/build/light-zod.ts'
import { styleNonce } from './src/admin/build/style-nonce.ts'
import { tokensCss } from './src/admin/build/tokens-css.ts'
import { withoutSamples } from './src/admin/build/without-samples.ts'
import { prerenderLanding } from './src/landing/prerender.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** As if no browser asked: another backend need not allow this address by CORS. */
const toOther = (target: string): ProxyOptions => ({
  target,
  changeOrigin: true,
  configure: (proxy) => {
    proxy.on('proxyReq', (request) => request.removeHeader('origin'))
  },
})

/** `vite` serves, `vite build` makes dist/client, `vite build --ssr` makes dist/server. */
export default defineConfig(({ isSsrBuild, command }) => {
  if (isSsrBuild) return server
  // The build is made of checked declarations (scripts/steps/build.mjs): the browser pays for no checks.
  const checked = { 'globalThis.DECLARATIONS_ARE_CHECKED': 'true' }
  if (command !== 'build') return client
  const alias = [...ALIASES, ...LODASH_ES]
  return { ...client, resolve: { alias }, define: { ...client.define, ...checked } }
})

/** `Badge.module.css` and `tone` give `Badge-tone`: readable, and alone as long as no two modules share a name. */
function scopedName(local: string, file: string): string {
  return `${basename(file.replace(/\?.*$/, ''), '.module.css')}-${local}`
}

const ALIASES = [
  // Only for pictures of HTML inside a chart, which there are none of: 40 KB.
  { find: 'html2canvas', replacement: at('src/admin/stubs/html2canvas.ts') },
  { find: /^qs$/, replacement: at('src/admin/stubs/qs.ts') },
  {
    find: '@rc-component/async-validator',
    replacement: at('src/admin/stubs/async-validator.ts'),
  },
  {
    find: 'resize-observer-polyfill',
    replacement: at('src/admin/stubs/resize-observer.ts'),
  },
  { find: 'pluralize', replacement: at('src/admin/stubs/pluralize.ts') },
  { find: 'papaparse', replacement: at('src/admin/stubs/papaparse.ts') },
  {
    find: '@refinedev/devtools-internal',
    replacement: at('src/admin/stubs/devtools-internal.ts'),
  },
]

/** In the build only: the dev server bundles CommonJS libraries that require lodash as it is. */
const LODASH_ES = [
  { find: /^lodash$/, replacement: 'lodash-es' },
  { find: /^lodash\/(.*)$/, replacement: 'lodash-es/$1' },
]

const client: UserConfig = {
  appType: 'mpa',
  plugins: [
    react(),
    firstScript(),
    tokensCss(),
    styleNonce(),
    adminFallback(),
    devApi(process.env.API_TARGET ? undefined : (process.env.API_PORT ?? '3001')),
    prerenderLanding(),
    withoutSamples(),
    lazySchemas(),
    lightZod(),
    antdParts(),
  ],
  // The server puts a fresh nonce in its place on every request.
  html: { cspNonce: '__CSP_NONCE__' },
  define: Object.fromEntries(
    ['VITE_API_URL', 'VITE_API_DIALECT'].map((name) => [
      `import.meta.env.${name}`,
      JSON.stringify(process.env[name] ?? ''),
    ]),
  ),
  css: { modules: { generateScopedName: scopedName } },
  resolve: {
    alias: ALIASES,
  },
  server: {
    host: '127.0.0.1',
    ...(process.env.API_TARGET && { proxy: { '/api': toOther(process.env.API_TARGET) } }),
  },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // Its polyfill would be a chunk that landing and console share.
    modulePreload: { polyfill: false },
    // Fonts and pictures stay files: data addresses would cost every visitor of every page.
    assetsInlineLimit: 0,
    // The console is one chunk on purpose: everyone who signs in needs all of it; scripts/bytes.mjs holds its budget.
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      input: { landing: at('index.html'), admin: at('admin.html') },
      treeshake: { moduleSideEffects: WITHOUT_EFFECTS },
      output: { codeSplitting: { groups: chunkGroups(at('.').replace(/\/$/, '')) } },
    },
  },
}

const server: UserConfig = {
  plugins: [declaredAt()],
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'node20',
    rolldownOptions: {
      input: {
        main: at('src/server/process/main.ts'),
        command: at('src/server/process/command.ts'),
        console: at('src/server/process/console.ts'),
      },
    },
  },
}

import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type ProxyOptions, type UserConfig } from 'vite'
import { adminFallback } from './src/admin/build/admin-fallback.ts'
import { chunkGroups, WITHOUT_EFFECTS } from './src/admin/build/chunks.ts'
import { devApi } from './src/admin/build/dev-api.ts'
import { styleNonce } from './src/admin/build/style-nonce.ts'
import { tokensCss } from './src/admin/build/tokens-css.ts'
import { prerenderLanding } from './src/landing/prerender.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Proxies to another backend without the Origin header, so that it need not allow this address by CORS. */
const toOther = (target: string): ProxyOptions => ({
  target,
  changeOrigin: true,
  configure: (proxy) => {
    proxy.on('proxyReq', (request) => request.removeHeader('origin'))
  },
})

const DIALECTS = ['', 'simple-rest']
const dialect = process.env.VITE_API_DIALECT ?? ''
if (!DIALECTS.includes(dialect))
  throw new Error(`VITE_API_DIALECT is '${dialect}'. Set it to simple-rest, or leave it out.`)

/** `vite` serves, `vite build` makes dist/client, `vite build --ssr` makes dist/server. */
export default defineConfig(({ isSsrBuild, command }) => {
  if (isSsrBuild) return server
  if (command !== 'build') return client
  // scripts/steps/build.mjs checks the declarations before it builds, so the browser does not check them again.
  const define = { ...client.define, 'globalThis.DECLARATIONS_ARE_CHECKED': 'true' }
  return { ...client, define }
})

/** Names the class `tone` of `Badge.module.css` `Badge-tone`; no two modules may share a name. */
function scopedName(local: string, file: string): string {
  return `${basename(file.replace(/\?.*$/, ''), '.module.css')}-${local}`
}

const client: UserConfig = {
  appType: 'mpa',
  plugins: [react(), tokensCss(), styleNonce(), adminFallback(), devApi(), prerenderLanding()],
  // The server replaces it by a new nonce on every request.
  html: { cspNonce: '__CSP_NONCE__' },
  define: Object.fromEntries(
    ['VITE_API_URL', 'VITE_API_DIALECT'].map((name) => [
      `import.meta.env.${name}`,
      JSON.stringify(process.env[name] ?? ''),
    ]),
  ),
  css: { modules: { generateScopedName: scopedName } },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': process.env.API_TARGET
        ? toOther(process.env.API_TARGET)
        : `http://127.0.0.1:${process.env.API_PORT ?? '3001'}`,
    },
  },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // The polyfill would be a chunk that landing page and console share.
    modulePreload: { polyfill: false },
    // Inlined fonts and pictures would cost every visitor of every page.
    assetsInlineLimit: 0,
    // The charts are one chunk; scripts/bytes.mjs holds the budgets.
    chunkSizeWarningLimit: 1300,
    rolldownOptions: {
      input: { landing: at('index.html'), admin: at('admin.html') },
      treeshake: { moduleSideEffects: WITHOUT_EFFECTS },
      output: {
        codeSplitting: {
          groups: chunkGroups(
            at('.')
              .replace(/[\\/]$/, '')
              .replaceAll('\\', '/'),
          ),
        },
      },
    },
  },
}

const server: UserConfig = {
  build: {
    ssr: true,
    // For the stacks in the log: node --enable-source-maps.
    sourcemap: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'node20',
    rolldownOptions: {
      input: {
        main: at('src/server/main.ts'),
        command: at('src/server/cli/command.ts'),
        console: at('src/server/console.ts'),
      },
    },
  },
}

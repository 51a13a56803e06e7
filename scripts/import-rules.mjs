// Who may import whom (docs/decisions, "the house"). Each rule proves itself on a planted violation
// before it judges the sources. Usage: node scripts/import-rules.mjs [directory that holds src]
import { pathToFileURL } from 'node:url'
import { cycles } from './checks/cycles.mjs'
import { readImports, readSources } from './checks/imports.mjs'
import { root } from './steps/process.mjs'

const room = (path) => /^src\/([a-z]+)(\/|$)/.exec(path)?.[1] ?? ''
const inside = (path, ...places) => places.some((place) => path.startsWith(place))
const isPackage = (target, ...names) =>
  names.some((name) => target === name || target.startsWith(`${name}/`))
const isTest = (file) => /\.test\.tsx?$/.test(file)
/** Modules that run in Node while the product is built, although they stand in a browser's room. */
const runsInBuild = (file) =>
  inside(file, 'src/admin/build/', 'src/landing/build/') || file === 'src/landing/prerender.ts'

const mayUse = {
  model: ['model', 'brand'],
  resources: ['resources', 'contract', 'model', 'brand'],
  contract: ['contract', 'resources', 'model', 'brand'],
  admin: ['admin', 'resources', 'contract', 'model', 'brand'],
  landing: ['landing', 'resources', 'contract', 'model', 'brand'],
  server: ['server', 'resources', 'contract', 'model', 'brand'],
  brand: [],
}

const SECOND_DIALECT = 'src/admin/providers/adapters/simple-rest.ts'

/** The floors of a room, from the ground up: what stands on one knows those below it and none above. */
const FLOORS = {
  admin: [
    ['ui', 'format'],
    ['http', 'providers', 'drafts'],
    ['crud', 'resource'],
    ['parts', 'pages', 'sign-in'],
    ['shell'],
    ['the console itself'],
  ],
}

const floorOf = (path) => {
  const [, top, place, rest] = /^src\/([^/]+)\/([^/]+)(\/)?/.exec(path) ?? []
  if (!Object.hasOwn(FLOORS, top)) return -1
  return FLOORS[top].findIndex((rooms) => rooms.includes(rest ? place : 'the console itself'))
}

/** The embedded PostgreSQL's supervisor is like a package: it knows nothing of the server. */
const SUPERVISOR = 'src/server/embedded-postgres/'

/** `breaks` is asked for every import of every file; `plant` is one that must be caught. */
export const rules = [
  {
    name: 'direction',
    reason:
      'admin, landing and server stand on resources and contract, those on model; the three on top never import each other',
    breaks: ({ file, target }) => {
      // A test below may take a real declaration as its example.
      if (isTest(file) && inside(target, 'src/resources/')) return false
      const to = room(target) || (target === 'src/brand.ts' ? 'brand' : '')
      const from = file === 'src/brand.ts' ? 'brand' : room(file)
      return to !== '' && from in mayUse && !mayUse[from].includes(to)
    },
    plant: ['src/admin/menu.ts', "import { pool } from '#server/db/pool.ts'"],
  },
  {
    name: 'floors',
    reason: 'a room stands on those below it and knows none above (docs/architecture.md)',
    breaks: ({ file, target }) =>
      room(file) === room(target) && floorOf(file) !== -1 && floorOf(target) > floorOf(file),
    plant: ['src/admin/ui/Badge.tsx', "import { send } from '#admin/providers/http-client.ts'"],
  },
  {
    name: 'supervisor-apart',
    reason: 'the embedded PostgreSQL and the server know each other by database.ts alone',
    breaks: ({ file, target }) =>
      inside(file, SUPERVISOR) && inside(target, 'src/') && !inside(target, SUPERVISOR),
    plant: [
      'src/server/embedded-postgres/open.ts',
      "import { createPool } from '#server/db/pool.ts'",
    ],
  },
  {
    name: 'stay-in-src',
    reason: 'the product needs nothing of tests, scripts or documents',
    breaks: ({ file, target }) =>
      !isTest(file) && inside(target, 'tests/', 'scripts/', 'docs/', '../'),
    plant: ['src/server/app.ts', "import { x } from '../../../tests/support/x.ts'"],
  },
  {
    name: 'rooms-by-name',
    reason: "another room is imported as '#room/…', so that a moved file breaks no path",
    breaks: ({ file, specifier, target }) =>
      specifier.startsWith('.') && inside(target, 'src/') && room(target) !== room(file),
    plant: ['src/admin/menu.ts', "import { words } from '../model/words.ts'"],
  },
  {
    name: 'model-is-zod-and-types',
    reason: 'what a resource is must be readable by browser and server alike',
    breaks: ({ file, target }) =>
      inside(file, 'src/model/', 'src/resources/', 'src/contract/') &&
      !isTest(file) &&
      !inside(target, 'src/') &&
      !isPackage(target, 'zod'),
    plant: ['src/model/declaration.ts', "import { readFileSync } from 'node:fs'"],
  },
  {
    name: 'refine-in-admin',
    reason: 'Refine is the console, nothing else',
    breaks: ({ file, target }) => target.startsWith('@refinedev/') && room(file) !== 'admin',
    plant: ['src/landing/Page.tsx', "import { useList } from '@refinedev/core'"],
  },
  {
    name: 'one-http-module',
    reason:
      'every call of the console passes one client, src/admin/providers/http-client.ts: token, time limit, 401, error shape',
    breaks: ({ file, target }) =>
      isPackage(target, 'axios') && file !== 'src/admin/providers/http-client.ts' && !isTest(file),
    plant: ['src/admin/providers/data-provider.ts', "import axios from 'axios'"],
  },
  {
    name: 'second-dialect-apart',
    reason: 'an ordinary build leaves the dialect of stock REST backends out (WIRE-08)',
    breaks: ({ file, target, lazy }) =>
      (isPackage(target, '@refinedev/simple-rest') && file !== SECOND_DIALECT) ||
      (target === SECOND_DIALECT && !lazy),
    plant: [
      'src/admin/providers/data-provider.ts',
      "import { simpleRest } from './adapters/simple-rest.ts'",
    ],
  },
  {
    name: 'charts-in-pages',
    reason: 'charts weigh 300 KB and are loaded only by the pages that show them',
    breaks: ({ file, target }) =>
      (target.startsWith('@ant-design/charts') ||
        target.startsWith('@ant-design/plots') ||
        target.startsWith('@antv/')) &&
      !inside(file, 'src/admin/pages/'),
    plant: ['src/admin/crud/List.tsx', "import { Line } from '@ant-design/charts'"],
  },
  {
    name: 'browser-without-node',
    reason: "the browser's rooms run without Node (but for the modules of the build)",
    breaks: ({ file, target }) =>
      inside(file, 'src/admin/', 'src/landing/') &&
      !isTest(file) &&
      !runsInBuild(file) &&
      (target.startsWith('node:') || isPackage(target, 'vite', 'fastify')),
    plant: ['src/admin/app.tsx', "import { join } from 'node:path'"],
  },
  {
    name: 'server-without-browser',
    reason: 'the server draws nothing',
    breaks: ({ file, target }) =>
      room(file) === 'server' && isPackage(target, 'react', 'react-dom', 'react-router', 'antd'),
    plant: ['src/server/app.ts', "import { renderToString } from 'react-dom/server'"],
  },
  {
    name: 'light-pages',
    reason: 'landing and sign-in are light: antd and Refine come with the console',
    breaks: ({ file, target, lazy }) =>
      inside(file, 'src/landing/', 'src/admin/sign-in/') &&
      !lazy &&
      !isTest(file) &&
      (isPackage(target, 'antd', 'axios') || inside(target, '@ant-design/', '@refinedev/')),
    plant: ['src/admin/sign-in/Page.tsx', "import { Button } from 'antd'"],
  },
  {
    name: 'no-cycles',
    reason: 'a module that needs itself cannot be understood, tested or loaded alone',
    breaks: () => false,
    plant: [
      'src/model/a.ts',
      "import { b } from './b.ts'",
      'src/model/b.ts',
      "import { a } from './a.ts'",
    ],
  },
]

/** Gives one line for every import in the sources (path → text) that breaks a rule. */
export function judge(sources) {
  const imports = Object.entries(sources).flatMap(([file, text]) => readImports(file, text))
  const broken = rules.flatMap((rule) =>
    imports.filter((found) => rule.breaks(found)).map((found) => line(rule, found)),
  )
  const rings = cycles(imports).map((ring) => `no-cycles: ${ring.join(' → ')}`)
  return [...broken, ...rings]
}

function line({ name, reason }, { file, specifier }) {
  return `${name}: ${file} imports '${specifier}' (${reason})`
}

/** Gives the rules that do not catch their own planted violation; there must be none. */
export function blindRules() {
  return rules.filter(({ name, plant }) => {
    const sources = {}
    for (let i = 0; i < plant.length; i += 2) sources[plant[i]] = plant[i + 1]
    return !judge(sources).some((found) => found.startsWith(`${name}:`))
  })
}

/** The whole check: gives its findings and how much it looked at. */
export function checkImports(directory = root) {
  const sources = readSources(directory)
  const blind = blindRules().map(({ name }) => `${name}: does not catch its planted violation`)
  const nothing = Object.keys(sources).length === 0 ? ['no sources found'] : []
  return {
    findings: [...blind, ...nothing, ...judge(sources)],
    looked: `${Object.keys(sources).length} files, ${rules.length} rules`,
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { findings, looked } = checkImports(process.argv[2])
  console.log([...findings, `Import rules: ${looked}, ${findings.length} broken.`].join('\n'))
  process.exitCode = findings.length > 0 ? 1 : 0
}

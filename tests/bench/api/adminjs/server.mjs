// AdminJS on the table of users as it is, with its own sign-in. Copied into .cache/peers beside its packages.
// Arguments: the connection as JSON, the table, email and password of the admin.

import { buildAuthenticatedRouter } from '@adminjs/express'
import { Adapter, Database, Resource } from '@adminjs/sql'
import { AdminJS } from 'adminjs'
import express from 'express'

const [connection, table, email, password] = process.argv.slice(2)
const { host, port, user, database, connectionString } = JSON.parse(connection)
const url = connectionString ? new URL(connectionString) : undefined
const reach = url
  ? {
      host: url.hostname,
      port: Number(url.port || 5432),
      user: url.username,
      password: url.password,
      database: url.pathname.slice(1),
    }
  : { host, port, user, database }

AdminJS.registerAdapter({ Database, Resource })
const db = await new Adapter('postgresql', reach).init()
const admin = new AdminJS({
  rootPath: '/admin',
  resources: [{ resource: db.table(table), options: { id: 'users' } }],
})
const router = buildAuthenticatedRouter(
  admin,
  {
    authenticate: (given, secret) =>
      given === email && secret === password ? { email: given } : null,
    cookiePassword: 'a benchmark of this machine alone, and no secret',
  },
  null,
  { resave: false, saveUninitialized: false },
)
const app = express()
app.use(admin.options.rootPath, router)
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/admin`)
})

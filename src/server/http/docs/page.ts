import { brand } from '#brand'
import type { ApiDocument, Operation } from './document.ts'
import { type Html, html, raw } from './html.ts'
import { parametersView, schemaView, typeView } from './schema-view.ts'
import { style } from './style.ts'

interface Call {
  id: string
  method: string
  path: string
  operation: Operation
}

/** The API's description as a page that needs no script. `nonce` is for its style sheet. */
export function docsPage(document: ApiDocument, nonce: string): string {
  const calls = callsOf(document)
  const groups = [...new Set(calls.map(groupOf))]
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${document.info.title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style nonce="${nonce}">${raw(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the calls</a>
<header>
<svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true"><path d="${brand.mark}"/></svg>
<h1>${document.info.title}</h1>
</header>
<div class="columns">
<nav aria-label="Calls">${groups.map((group) => groupLinks(group, calls))}
<h2>Records</h2>
<ul>${Object.keys(document.components.schemas).map(
    (name) => html`<li><a href="#schema-${name}">${name}</a></li>`,
  )}</ul>
</nav>
<main id="main" tabindex="-1">
<p>${document.info.description}</p>
<p>Sign in with <a href="#post-api-v1-auth-login"><code>POST /api/v1/auth/login</code></a> and send the token of its
answer along: <code>Authorization: Bearer &lt;token&gt;</code>. Bodies are JSON; the public forms take urlencoded ones as well. Programs read this
description at <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.</p>
${groups.map(
  (group) => html`<section><h2>${group}</h2>
${calls.filter((call) => groupOf(call) === group).map(callView)}</section>`,
)}
<section><h2>Records</h2>
${Object.entries(document.components.schemas).map(
  ([name, schema]) =>
    html`<article id="schema-${name}"><h3>${name}</h3>${schemaView(schema, `Keys of ${name}`)}</article>`,
)}</section>
</main>
</div>
</body>
</html>`.html
}

function callsOf(document: ApiDocument): Call[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      id: `${method}${path.replace(/[^a-z0-9]+/gi, '-')}`.replace(/-$/, ''),
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
}

function groupOf({ operation }: Call): string {
  return operation.tags?.[0] ?? 'Other'
}

function groupLinks(group: string, calls: readonly Call[]): Html {
  const links = calls
    .filter((call) => groupOf(call) === group)
    .map(
      ({ id, operation, path }) => html`<li><a href="#${id}">${operation.summary ?? path}</a></li>`,
    )
  return html`<h2>${group}</h2><ul>${links}</ul>`
}

function callView({ id, method, path, operation }: Call): Html {
  const { parameters = [], requestBody, responses, security } = operation
  const { schema: body, example } = Object.values(requestBody?.content ?? {})[0] ?? {}
  const places = [
    ['path', 'In the path'],
    ['query', 'In the query'],
    ['header', 'In the headers'],
  ] as const
  return html`<article id="${id}">
<h3>${operation.summary ?? path}</h3>
<p class="call"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code>
${security?.length === 0 ? html`<span class="open">no token needed</span>` : undefined}</p>
${operation.description ? html`<p>${operation.description}</p>` : undefined}
${places.map(
  ([place, caption]) =>
    parametersView(
      parameters.filter((one) => one.in === place),
      caption,
    ) ?? html``,
)}
${body ? schemaView(body, 'In the body') : undefined}
${example ? exampleView(example) : undefined}
<h4>Answers</h4>
<dl>${Object.entries(responses).map(([status, response]) => {
    const schema = Object.values(response.content ?? {})[0]?.schema
    const isOk = status.startsWith('2')
    return html`<div><dt><span class="status${isOk ? ' ok' : ''}">${status}</span></dt><dd>${
      isOk && schema ? typeView(schema) : (response.description ?? '')
    }</dd></div>`
  })}</dl>
</article>`
}

function exampleView(example: unknown): Html {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Example"><pre><code>${JSON.stringify(example, undefined, 2)}</code></pre></div>`
}

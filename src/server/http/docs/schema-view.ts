import { isOfHouse } from '../stated-limits.ts'
import type { Schema } from './document.ts'
import { type Html, html } from './html.ts'

/** The keys of an object schema as a table; anything else in one line. */
export function schemaView(schema: Schema, caption: string): Html {
  if (schema.oneOf) return kindsView(schema.oneOf, caption)
  if (!schema.properties) return html`<p>${typeView(schema)}</p>`
  const rows = Object.entries(schema.properties).map(
    ([name, inner]) => html`<tr>
      <th scope="row"><code>${name}</code>${isRequired(schema, name)}</th>
      <td>${typeView(inner)}</td>
      <td>${rules(inner)}</td>
    </tr>`,
  )
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table>
    <caption>${caption}</caption>
    <thead><tr><th scope="col">Key</th><th scope="col">Type</th><th scope="col">Rules</th></tr></thead>
    <tbody>${rows}</tbody>
  </table></div>`
}

/** Several kinds that one key tells apart: what all have, then a row for each with its own keys and meaning. */
function kindsView(kinds: readonly Schema[], caption: string): Html {
  const [first] = kinds
  const keys = Object.entries(first?.properties ?? {})
  const [tell = ''] = keys.find(([, inner]) => inner.enum?.length === 1) ?? []
  const isShared = ([key, inner]: readonly [string, Schema]) =>
    kinds.every((kind) => JSON.stringify(kind.properties?.[key]) === JSON.stringify(inner))
  const shared = Object.fromEntries(keys.filter(isShared))
  const names = [tell, ...Object.keys(shared)]
  const all = {
    properties: { [tell]: { type: 'string', description: 'Which of the kinds below' }, ...shared },
    required: names,
  }
  const rows = kinds.map(({ properties = {}, description }) => {
    const own = Object.entries(properties).filter(([key]) => !names.includes(key))
    return html`<tr>
      <th scope="row"><code>${String(properties[tell]?.enum?.[0] ?? '')}</code></th>
      <td>${own.map(
        ([key, inner], index) =>
          html`${index > 0 ? ', ' : ''}<code>${key}</code> ${typeView(inner)}: ${rules(inner)}`,
      )}</td>
      <td>${description}</td>
    </tr>`
  })
  return html`${schemaView(all, caption)}
  <div class="scroll" tabindex="0" role="group" aria-label="Kinds"><table>
    <caption>Kinds</caption>
    <thead><tr><th scope="col"><code>${tell}</code></th><th scope="col">Further keys</th><th scope="col">Meaning</th></tr></thead>
    <tbody>${rows}</tbody>
  </table></div>`
}

function isRequired(schema: Schema, name: string): Html | undefined {
  return schema.required?.includes(name) ? html` <span class="required">required</span>` : undefined
}

/** A type in a few words; a named one links to its table. */
export function typeView(schema: Schema): Html {
  const name = schema.$ref?.split('/').at(-1)
  if (name) return html`<a href="#schema-${name}">${name}</a>`
  if (schema.not) return html`never`
  if (schema.anyOf)
    return html`${schema.anyOf.map((one, index) => html`${index > 0 ? ' or ' : ''}${typeView(one)}`)}`
  if (schema.items) return html`list of ${typeView(schema.items)}`
  if (schema.properties)
    return html`{ ${Object.entries(schema.properties).map(
      ([key, inner], index) =>
        html`${index > 0 ? ', ' : ''}<code>${key}</code>: ${typeView(inner)}`,
    )} }`
  const kinds = [schema.type ?? (schema.format === 'binary' ? 'file' : 'anything')]
    .flat()
    .join(' or ')
  // How many bits a whole number takes says its limits once more.
  const format = schema.format?.startsWith('int') ? undefined : schema.format
  return html`${format ? `${kinds} (${format})` : kinds}`
}

function rules(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema
  const choices = schema.enum ?? schema.items?.enum ?? schema.anyOf?.find((one) => one.enum)?.enum
  return [
    schema.description,
    choices && `one of ${choices.join(', ')}`,
    isTold(minimum) && `at least ${minimum}`,
    isTold(maximum) && `at most ${maximum}`,
    minLength !== undefined && minLength > 1 && `at least ${minLength} characters`,
    minLength === 1 && 'not blank',
    isTold(maxLength) && `at most ${maxLength} characters`,
    minItems !== undefined && `at least ${minItems}`,
    isTold(maxItems) && `at most ${maxItems}`,
    schema.default !== undefined && `${JSON.stringify(schema.default)} when absent`,
  ]
    .filter(Boolean)
    .join('; ')
}

/** What holds for everything is not said at each key. */
function isTold(limit: number | undefined): limit is number {
  return limit !== undefined && !isOfHouse(limit)
}

/** Parameters of a call, drawn like the keys of an object. */
export function parametersView(
  parameters: readonly {
    name: string
    required?: boolean
    description?: string
    schema?: Schema
  }[],
  caption: string,
): Html | undefined {
  if (parameters.length === 0) return undefined
  const properties = Object.fromEntries(
    parameters.map(({ name, description, schema }) => [
      name,
      { ...schema, ...(description && { description }) },
    ]),
  )
  const required = parameters.filter((one) => one.required).map(({ name }) => name)
  return schemaView({ properties, required }, caption)
}

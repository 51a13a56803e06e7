/** As much of an OpenAPI document as the page shows. */
export interface ApiDocument {
  info: { title: string; description?: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

export interface Operation {
  summary?: string
  description?: string
  tags?: string[]
  security?: unknown[]
  parameters?: {
    name: string
    in: string
    required?: boolean
    description?: string
    schema?: Schema
  }[]
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> }
  responses: Record<string, { description?: string; content?: Record<string, { schema: Schema }> }>
}

export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  default?: unknown
  description?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  not?: Schema
  additionalProperties?: unknown
}

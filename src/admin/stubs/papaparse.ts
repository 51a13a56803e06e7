/** Stands in for papaparse, which only Refine's useImport and useExport use; exports come from the server. */
function absent(): never {
  throw new Error('papaparse is left out of the console: take it back in vite.config.ts')
}

export const parse = absent
export const unparse = absent
export default { parse, unparse }

/** Stands in for html2canvas, with which AntV's renderer would export HTML that stands inside a chart. */
export default function absent(): never {
  throw new Error('html2canvas is left out of the console: take it back in vite.config.ts')
}

/** Stands in for react-markdown and remark-gfm, which only Refine's MarkdownField uses. */
const nothing = () => null
// biome-ignore lint/style/noDefaultExport: takes the place of a package's default export
export default nothing

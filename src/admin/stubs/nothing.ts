/** Stands in for react-markdown and remark-gfm, which only Refine's MarkdownField uses. */
const nothing = () => null
export default nothing

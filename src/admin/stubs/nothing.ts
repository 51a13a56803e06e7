/** Stands in for react-markdown, remark-gfm and dayjs: only Refine's MarkdownField and DateField use them. */
const nothing = () => null
export default nothing

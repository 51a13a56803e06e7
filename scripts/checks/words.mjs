// Texts of the console must go through `translate` (docs/decisions/057). Text between tags and in visible or
// spoken attributes is an error. Components translate their text props themselves.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript-5'
import { root } from '../steps/process.mjs'

const HOME = 'src/admin'
const SAID = /^(alt|aria-(description|label|roledescription|valuetext)|label|placeholder|title)$/
const isWords = (text) => /\p{L}{2}/u.test(text)

/** The pages and extensions of the product. A developer may add others, which may hold plain words and styles. */
const OURS =
  /^src\/admin\/(pages\/(account|activity|analytics|dashboards|home|tokens|page\.tsx|Settings\.tsx)|extensions\/(mentors|missions|protocols|users))(\/|$)/

/** Returns whether a file of the console belongs to a page or extension that a developer added. */
export function isAdded(file) {
  const isPlace = /^src\/admin\/(pages|extensions)\/.*\.(tsx|css)$/.test(file)
  return isPlace && !OURS.test(file)
}

/** Checks all components of the console. */
export function checkWords() {
  const files = readdirSync(join(root, HOME), { recursive: true })
    .map((name) => `${HOME}/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx') && !isAdded(name))
  const findings = files.flatMap((file) => plainWords(file, readFileSync(join(root, file), 'utf8')))
  return { findings, lines: [`${files.length} files`] }
}

/** Returns 'file:line: text' for each text of a file that bypasses translate. */
function plainWords(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found = []
  const report = (node, words) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart())
    found.push(`${file}:${line + 1}: '${words.trim()}'`)
  }
  const visit = (node) => {
    // The labels of keys are the same in every language.
    if (ts.isJsxElement(node) && node.openingElement.tagName.getText() === 'kbd') return
    if (ts.isJsxText(node) && isWords(node.text)) report(node, node.text)
    const isChild =
      ts.isJsxElement(node.parent ?? source) || ts.isJsxFragment(node.parent ?? source)
    if (ts.isJsxExpression(node) && isChild)
      for (const one of textsIn(node.expression)) report(one, one.text)
    if (
      ts.isJsxAttribute(node) &&
      SAID.test(node.name.getText()) &&
      isElement(node.parent.parent)
    ) {
      const value = node.initializer
      const given = value && ts.isJsxExpression(value) ? value.expression : value
      for (const one of textsIn(given)) report(one, one.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const isElement = ({ tagName }) => /^[a-z]/.test(tagName.getText())

/** Returns the nodes of an expression with words, both of a choice. */
function textsIn(node) {
  if (node === undefined) return []
  if (ts.isStringLiteralLike(node)) return isWords(node.text) ? [node] : []
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(textsIn)
  if (ts.isTemplateExpression(node))
    return [node.head, ...node.templateSpans.map(({ literal }) => literal)].filter(({ text }) =>
      isWords(text),
    )
  return []
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript-5'
import { root } from '../steps/process.mjs'
import { isAdded } from './own-pages.mjs'

// What the console says passes `translate` (docs/decisions/039): no letters between tags, and none in the attributes
// of elements that are seen or read out. Components say what they are given by themselves. Pages that a developer adds
// may hold plain words.

const HOME = 'src/admin'
const SAID = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'label',
  'placeholder',
  'title',
])
const isWords = (text) => /\p{L}{2}/u.test(text)

/** Gives 'file:line: text' for each text of a file that bypasses translate. */
function plainWords(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found = []
  const tell = (node, words) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart())
    found.push(`${file}:${line + 1}: '${words.trim()}'`)
  }
  const visit = (node) => {
    // What is written on keys is the same in every language of ours.
    if (ts.isJsxElement(node) && node.openingElement.tagName.getText() === 'kbd') return
    if (ts.isJsxText(node) && isWords(node.text)) tell(node, node.text)
    if (ts.isJsxExpression(node) && isChild(node))
      for (const one of textsIn(node.expression)) tell(one, one.text)
    if (ts.isJsxAttribute(node) && SAID.has(node.name.getText()) && isElement(node.parent.parent)) {
      const value = node.initializer
      const texts = value && ts.isJsxExpression(value) ? textsIn(value.expression) : [value]
      for (const one of texts)
        if (one && ts.isStringLiteralLike(one) && isWords(one.text)) tell(one, one.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const isChild = ({ parent }) => ts.isJsxElement(parent) || ts.isJsxFragment(parent)
const isElement = ({ tagName }) => /^[a-z]/.test(tagName.getText())

/** The words that an expression may give by itself: of a choice both. */
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

const PLANT = `const a = <><p>Save</p><i title="Save" /><b>{isOn ? 'On' : ''}</b>{\`\${n} rows\`}</>`

/** Judges the console's sources, after what was planted has been found. */
export function checkWords(directory = root) {
  const names = readdirSync(join(directory, HOME), { recursive: true })
    .map((name) => `${HOME}/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx') && !isAdded(name))
  const blind =
    plainWords('planted.tsx', PLANT).length === 4 ? [] : ['does not find what is planted']
  const findings = names.flatMap((name) =>
    plainWords(name, readFileSync(join(directory, name), 'utf8')),
  )
  return {
    findings: [...blind, ...findings.map((found) => `${found} (say it by translate)`)],
    lines: [`${names.length} files`],
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { findings, lines } = checkWords(process.argv[2])
  console.log([...findings, `Words: ${lines[0]}, ${findings.length} findings.`].join('\n'))
  process.exitCode = findings.length > 0 ? 1 : 0
}

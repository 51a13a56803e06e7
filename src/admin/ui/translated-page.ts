/** The original text node of each element that a translator inserted. */
const textOf = new WeakMap<Node, Text>()
const translationOf = new WeakMap<Text, Element>()

/**
 * Keeps React working on a page that the browser translates. Chrome and Edge replace each text node by
 * `<font><font>…</font></font>`, and React still holds the text node: it throws when it removes that or inserts before
 * it, and a new text that it writes there is never seen (https://github.com/facebook/react/issues/11538).
 *
 * Before React touches such a node, the texts of its parent go back in place of their translations. The translator sees
 * them as new texts and translates them again. Call this once, before React renders.
 */
export function guardTranslatedPage(): void {
  const observer = new MutationObserver(remember)
  observer.observe(document, { childList: true, subtree: true })

  /** Restores all texts of the parent, because the translator may have translated them as one sentence. */
  const restore = (parent: Node) => {
    remember(observer.takeRecords())
    for (const child of [...parent.childNodes]) {
      const text = textOf.get(child)
      if (text) child.replaceWith(text)
    }
  }

  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    if (child.parentNode !== this) restore(this)
    // A translator may also have moved an element.
    const parent = child.parentNode
    return parent ? (removeChild.call(parent, child) as T) : child
  }
  Node.prototype.insertBefore = function insert<T extends Node>(
    this: Node,
    node: T,
    next: Node | null,
  ): T {
    if (next && next.parentNode !== this) restore(this)
    return insertBefore.call(this, node, next?.parentNode === this ? next : null) as T
  }
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  Object.defineProperty(Text.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Text, value: string | null) {
      if (!this.isConnected) remember(observer.takeRecords())
      const parent = translationOf.get(this)?.parentNode
      if (parent) restore(parent)
      nodeValue?.set?.call(this, value)
    },
  })
}

/** Pairs each removed text with the inserted translation, which is before or after it. */
function remember(records: MutationRecord[]): void {
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records)
    for (const text of removedNodes) {
      if (!(text instanceof Text)) continue
      const translation = [...addedNodes, previousSibling, nextSibling].find(isNewTranslation)
      if (!translation) continue
      textOf.set(translation, text)
      translationOf.set(text, translation)
    }
}

function isNewTranslation(node: Node | null): node is HTMLFontElement {
  return node instanceof HTMLFontElement && !textOf.has(node)
}

// Classic script, loaded before htmx. htmx 4 calls Document.parseHTMLUnsafe(html, {}); Chromium 140 (QtWebEngine 6.12) has the
// function but refuses the second argument, and then no fragment ever lands. Without the function htmx uses DOMParser.
try {
  /** @type {any} */ (Document).parseHTMLUnsafe?.('', {})
} catch {
  Document.parseHTMLUnsafe = undefined
}

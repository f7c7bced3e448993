/**
 * Changes the text nodes of a page while it is used, as the translation of browsers and several extensions do: each text is
 * wrapped in elements, and every other one is split before. It runs in each page from its beginning.
 */
export function changeTexts(): void {
  const SKIPPED = 'script, style, textarea, option, title, noscript, [data-announcer], font font';
  const done = new WeakSet<Node>();
  let count = 0;
  const wrap = (text: Text) => {
    const { parentElement } = text;
    if (done.has(text) || !parentElement || parentElement.closest(SKIPPED)) return;
    if (!text.data.trim()) return;
    const space = ++count % 2 ? text.data.trimEnd().lastIndexOf(' ') + 1 : 0;
    const pieces = space > 0 ? [text, text.splitText(space)] : [text];
    for (const piece of pieces) {
      const inner = document.createElement('font');
      const outer = document.createElement('font');
      outer.append(inner);
      piece.replaceWith(outer);
      // The program writes a text of its own, and the node of the page is gone.
      const copy = document.createTextNode(piece.data);
      done.add(copy);
      inner.append(copy);
    }
  };
  const wrapAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = root instanceof Text ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) wrap(text);
  };
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes)
      if (type === 'characterData') wrapAll(target);
      else for (const node of addedNodes) wrapAll(node);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/**
 * Tells screen readers that a link opens a new tab. The space cannot be an ordinary one: beside an icon the name and this
 * are boxes of their own, at whose edges it would disappear.
 */
export function NewTab() {
  return <span className="sr-only">{'\u00a0'}(nouvel onglet)</span>;
}

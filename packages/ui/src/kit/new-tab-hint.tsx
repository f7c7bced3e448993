/** The space does not break: beside an icon this is a box of its own, where an ordinary space collapses. */
export function NewTabHint() {
  return <span className="sr-only">{'\u00a0'}(nouvel onglet)</span>;
}

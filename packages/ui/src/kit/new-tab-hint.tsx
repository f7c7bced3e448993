/** A no-break space: beside an icon this is a box of its own, at whose edge an ordinary space collapses. */
export function NewTabHint() {
  return <span className="sr-only">{'\u00a0'}(nouvel onglet)</span>;
}

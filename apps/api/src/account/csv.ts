/** What a spreadsheet would run as a formula: full-width signs too, which some turn into plain ones. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const BYTE_ORDER_MARK = '\uFEFF';

/** Rows as French spreadsheets open them: semicolons, and a mark that says UTF-8. Cells are text, never formulas. */
export function csv(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => row.map(cell).join(';'));
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`;
}

function cell(text: string): string {
  const inert = FORMULA.test(text) ? `'${text}` : text;
  return `"${inert.replaceAll('"', '""')}"`;
}

/** The texts of docs/specification.md are used letter for letter. */
type Text = string | ((params: ErrorParams) => string);

export type Entry = {
  status: 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 503;
  text: Text;
};

export function entry<T extends Text>(status: Entry['status'], text: T): Entry & { text: T } {
  return { status, text };
}

export type ErrorParams = Record<string, string | number>;

export function entryText({ text }: Entry, params: ErrorParams): string {
  return typeof text === 'function' ? text(params) : text;
}

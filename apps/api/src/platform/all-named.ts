/** Does as `Promise.all` for an object: each result has the name of its promise. */
export async function allNamed<Promises extends Record<string, unknown>>(
  promises: Promises,
): Promise<{ [Name in keyof Promises]: Awaited<Promises[Name]> }> {
  const results = await Promise.all(Object.values(promises));
  const entries = Object.keys(promises).map((name, at) => [name, results[at]]);
  return Object.fromEntries(entries) as { [Name in keyof Promises]: Awaited<Promises[Name]> };
}

export function toOptions<V extends string>(
  options: readonly { id: V; label: string }[],
): { value: V; label: string }[] {
  return options.map(({ id, label }) => ({ value: id, label }));
}

/** Returns the quantile `share` (0 to 1), or NaN without samples. It sorts in place. */
export function percentile(samples: number[] | Float64Array, share: number): number {
  if (samples.length === 0) return Number.NaN;
  samples.sort((a: number, b: number) => a - b);
  return samples[Math.min(samples.length - 1, Math.floor(samples.length * share))] ?? Number.NaN;
}

export function median(samples: number[]): number {
  return percentile([...samples], 0.5);
}

export function mean(samples: number[]): number {
  return samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
}

export function medians<K extends string>(rounds: Record<K, number>[]): Record<K, number> {
  const names = Object.keys(rounds[0] ?? {}) as K[];
  return Object.fromEntries(
    names.map((name) => [name, median(rounds.map((round) => round[name]))]),
  ) as Record<K, number>;
}

export function milliseconds(value: number): string {
  return value < 10 ? value.toFixed(2) : value.toFixed(0);
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en').replaceAll(',', ' ');
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

export function ratio(value: number): string {
  return value.toFixed(2);
}

/** Progress goes to standard error, so that the tables can be kept. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function progress(text: string): void {
  const seconds = Math.round(performance.now() / 1000);
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  process.stderr.write(`${clock.padStart(6)} · ${text}\n`);
}

export function table(title: string, head: string[], rows: string[][]): void {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  print(`\n### ${title}\n`);
  print([line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n'));
}

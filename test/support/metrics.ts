/** Reads GET /metrics as Prometheus does: the text format, version 0.0.4. */
import { call } from './client.js';

export interface Figure {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const LINE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

export async function figuresOf(base: string, headers: Record<string, string> = {}): Promise<Figure[]> {
  const { status, text } = await call(base, 'GET', '/metrics', { headers });
  if (status !== 200) throw new Error(`no figures: ${status} ${text}`);
  return readFigures(text);
}

/** Parses the text format. @throws for an invalid line. */
export function readFigures(text: string): Figure[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, labels = '', value] = LINE.exec(line) ?? [];
      if (name === undefined) throw new Error(`not a figure: ${line}`);
      const pairs = [...labels.matchAll(LABEL)].map(([, label, text]) => [label!, text!] as const);
      return { name, labels: Object.fromEntries(pairs), value: Number(value) };
    });
}

/** Returns the sum of all samples with this name and these labels; undefined without any. */
export function figureOf(
  figures: readonly Figure[],
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const found = figures.filter(
    (figure) =>
      figure.name === name &&
      Object.entries(labels).every(([label, value]) => figure.labels[label] === value),
  );
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
}

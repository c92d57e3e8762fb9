import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type Figures, sumFigures } from '../metrics/index.js';
import { RetiredFigures } from './retired-figures.js';

async function figuresOf(requests: number): Promise<Figures> {
  const registers = [new Registry()];
  const counter = new Counter({ name: 'requests', help: 'h', labelNames: ['route'], registers });
  const seconds = new Histogram({ name: 'seconds', help: 'h', buckets: [1, 2], registers });
  const held = new Gauge({ name: 'held', help: 'h', registers });
  const shared = new Gauge({ name: 'shared', help: 'h', aggregator: 'max', registers });
  for (let count = 0; count < requests; count += 1) {
    counter.inc({ route: 'a' });
    seconds.observe(1.5);
  }
  held.set(requests);
  shared.set(7);
  // As over the channel.
  return JSON.parse(JSON.stringify(await registers[0]!.getMetricsAsJSON())) as Figures;
}

it('adds counters, histograms and what each process holds; what all read in the database stays as it is', async () => {
  const text = await sumFigures([await figuresOf(2), await figuresOf(3)]).metrics();
  expect(text).toContain('requests{route="a"} 5');
  expect(text).toContain('seconds_bucket{le="1"} 0');
  expect(text).toContain('seconds_bucket{le="2"} 5');
  expect(text).toContain('seconds_count 5');
  expect(text).toContain('held 5');
  expect(text).toContain('shared 7');
});

it('keeps what ended processes have counted, not what they held, also of those that end at once', async () => {
  const retired = new RetiredFigures();
  retired.add(await figuresOf(2));
  retired.add(await figuresOf(3));
  const current = await figuresOf(1);
  const read = () => sumFigures([...retired.figures, current]).metrics();
  const during = await read();
  expect(during).toContain('requests{route="a"} 6');
  expect(during).toContain('seconds_bucket{le="2"} 6');
  expect(during).toContain('held 1');
  while (retired.figures.length > 1) await new Promise(setImmediate);
  expect(await read()).toBe(during);
});

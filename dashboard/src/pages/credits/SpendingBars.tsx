import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import type { Spending } from '../../api/types';
import { amount, credits } from '../../text/amounts';

type Item = Spending['items'][number];

const ROW_PX = 44;
const AXES_PX = 70;
/** More rows than these are a table, not a chart; the statement has them all. */
const ROWS = 12;

const SERIES = [
  { name: 'spent', label: 'Spent', color: 'indigo.6' },
  { name: 'refunded', label: 'Refunded', color: 'orange.5' },
];

/** A row for each model or key, what most was spent on first. */
export default function SpendingBars({ items }: { items: Item[] }) {
  const rows = items.slice(0, ROWS).map((item) => ({ ...item, name: nameOf(item) }));
  return (
    <BarChart
      h={rows.length * ROW_PX + AXES_PX}
      data={rows}
      dataKey="name"
      type="stacked"
      orientation="vertical"
      series={SERIES}
      withLegend
      gridAxis="y"
      tickLine="none"
      valueFormatter={amount}
      yAxisProps={{ width: 150, tickFormatter: shortened }}
      maxBarWidth={22}
      legendProps={{ verticalAlign: 'bottom', height: 32 }}
      barChartProps={{
        title: 'Credits spent',
        desc: rows.map(({ name, spent }) => `${name}: ${credits(spent)}`).join('; '),
      }}
    />
  );
}

function nameOf({ modelKey, title, name, masked }: Item): string {
  if (modelKey !== undefined) return title ?? modelKey;
  return name ?? masked ?? 'This dashboard';
}

const LONGEST_NAME = 22;

function shortened(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
}

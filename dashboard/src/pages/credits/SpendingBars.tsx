import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import type { Spending } from '../../api/types';
import { amount, credits } from '../../text/amounts';

type Item = Spending['items'][number];

const ROW_PX = 44;
const AXES_PX = 70;
/** The chart shows the largest items only; the statement has all of them. */
const MAX_ROWS = 12;

const SERIES = [
  { name: 'spent', label: 'Spent', color: 'indigo.6' },
  { name: 'refunded', label: 'Refunded', color: 'orange.5' },
];

/** Charts spending by model or key, largest first. */
export default function SpendingBars({ items }: { items: Item[] }) {
  const rows = items.slice(0, MAX_ROWS).map((item) => ({ ...item, name: nameOf(item) }));
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
      yAxisProps={{ width: 150, tickFormatter: truncated }}
      maxBarWidth={22}
      // oxlint-disable-next-line typescript/no-deprecated -- Mantine sets it too, and `position` has other styles
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

const MAX_NAME_LENGTH = 22;

function truncated(name: string): string {
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH - 1)}…` : name;
}

import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import type { Overview } from '../../api/types';
import { amount, credits } from '../../text/amounts';
import { calendarDay } from '../../text/times';

interface DailyCreditsProps {
  days: Overview['days'];
  height: number;
}

const SERIES = [
  { name: 'spent', label: 'Spent', color: 'indigo.6' },
  { name: 'refunded', label: 'Refunded', color: 'orange.5' },
];

/** Charts the charges of each day, split into spent and refunded credits. */
export default function DailyCredits({ days, height }: DailyCreditsProps) {
  const sum = (field: 'spent' | 'refunded') => days.reduce((total, day) => total + day[field], 0);
  return (
    <BarChart
      h={height}
      data={days.map((day) => ({ ...day, date: calendarDay(day.date) }))}
      dataKey="date"
      type="stacked"
      series={SERIES}
      withLegend
      tickLine="none"
      gridAxis="x"
      xAxisProps={{ interval: 'equidistantPreserveStart', minTickGap: 28 }}
      valueFormatter={amount}
      // oxlint-disable-next-line typescript/no-deprecated -- Mantine sets it too, and `position` has other styles
      legendProps={{ verticalAlign: 'bottom', height: 36 }}
      barChartProps={{
        title: 'Credits per day',
        desc: `${credits(sum('spent'))} spent and ${credits(sum('refunded'))} refunded in ${days.length} days.`,
      }}
    />
  );
}

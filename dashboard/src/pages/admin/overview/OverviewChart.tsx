import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { amount, credits } from '../../../text/amounts';
import { calendarDay } from '../../../text/times';
import type { AdminOverview } from './useAdminOverview';

const SERIES = [
  { name: 'kept', label: 'Charged', color: 'indigo.6' },
  { name: 'refunded', label: 'Refunded', color: 'orange.5' },
];

interface OverviewChartProps {
  overview: AdminOverview;
  height: number;
}

/** Charts the credits of each hour or day (UTC), split into kept and refunded ones. */
export default function OverviewChart({ overview, height }: OverviewChartProps) {
  const { series, step, current } = overview;
  return (
    <BarChart
      h={height}
      data={series.map(({ at, credits: charged, refunded }) => ({
        at: step === 'day' ? calendarDay(at.slice(0, 10)) : `${at.slice(11, 16)} UTC`,
        kept: charged - refunded,
        refunded,
      }))}
      dataKey="at"
      type="stacked"
      series={SERIES}
      maxBarWidth={48}
      withLegend
      tickLine="none"
      gridAxis="x"
      xAxisProps={{ interval: 'equidistantPreserveStart', minTickGap: 28 }}
      valueFormatter={amount}
      // oxlint-disable-next-line typescript/no-deprecated -- Mantine sets it too, and `position` has other styles
      legendProps={{ verticalAlign: 'bottom', height: 36 }}
      barChartProps={{
        title: `Credits per ${step}`,
        desc: `${credits(current.credits)} charged and ${credits(current.refunded)} refunded.`,
      }}
    />
  );
}

import { Group, Progress, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { amount } from '../text/amounts';

/** The bar turns orange from this percentage on. */
const WARNING_PERCENT = 80;

interface UsageBarProps {
  label: string;
  used: number;
  limit: number;
  /** Follows the numbers, such as “credits”. */
  unit?: string;
  note?: ReactNode;
}

/** Shows how much of a limit is used. */
export function UsageBar({ label, used, limit, unit = '', note }: UsageBarProps) {
  const percent = limit === 0 ? 100 : Math.min(100, (100 * used) / limit);
  return (
    <div>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" truncate title={label}>
          {label}
        </Text>
        <Text size="sm" c="dimmed" className="figures" style={{ whiteSpace: 'nowrap' }}>
          {amount(used)} of {amount(limit)} {unit}
        </Text>
      </Group>
      <Progress
        value={percent}
        color={percent >= WARNING_PERCENT ? 'orange' : undefined}
        aria-label={label}
        mt={4}
      />
      {note && (
        <Text size="xs" c="dimmed" mt={4}>
          {note}
        </Text>
      )}
    </div>
  );
}

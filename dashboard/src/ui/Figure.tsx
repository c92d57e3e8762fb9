import { Card, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface FigureProps {
  label: string;
  value: string;
  note: ReactNode;
  /** Rendered beside the label. */
  children?: ReactNode;
}

/** Shows one key figure. */
export function Figure({ label, value, note, children }: FigureProps) {
  return (
    <Card padding="md">
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          {label}
        </Text>
        {children}
      </Group>
      <Text fz={26} fw={650} lh={1.3} className="figures">
        {value}
      </Text>
      <Text size="xs" c="dimmed">
        {note}
      </Text>
    </Card>
  );
}

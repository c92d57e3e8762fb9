import { DataList } from '@mantine/core';
import type { ReactNode } from 'react';

/** A label and its value; null, undefined and false leave the line out. */
export type Fact = [label: string, value: ReactNode];

/** Shows facts as a list of labels and values. */
export function FactList({ facts }: { facts: Fact[] }) {
  return (
    <DataList labelWidth="8rem" gap="xs">
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== false)
        .map(([label, value]) => (
          <DataList.Item key={label}>
            <DataList.ItemLabel>{label}</DataList.ItemLabel>
            <DataList.ItemValue style={{ overflowWrap: 'anywhere' }}>{value}</DataList.ItemValue>
          </DataList.Item>
        ))}
    </DataList>
  );
}

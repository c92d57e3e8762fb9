import { DataList } from '@mantine/core';
import type { ReactNode } from 'react';

/** Shows facts with their names. */
export function Facts({ facts }: { facts: [name: string, value: ReactNode][] }) {
  return (
    <DataList labelWidth="9rem" gap="xs">
      {facts.map(([name, value]) => (
        <DataList.Item key={name}>
          <DataList.ItemLabel>{name}</DataList.ItemLabel>
          <DataList.ItemValue>{value}</DataList.ItemValue>
        </DataList.Item>
      ))}
    </DataList>
  );
}

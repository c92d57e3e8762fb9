import { Badge, Stack } from '@mantine/core';
import { byteSize } from '../../../text/amounts';
import { Facts } from './Facts';
import { Line, PartCard } from './Part';
import { percent } from './system-text';
import type { System } from './useSystem';

export function StorageCard({ system }: { system: System }) {
  return (
    <PartCard title="Storage" name="storage" system={system}>
      {({ kind, writable, freeBytes, totalBytes }) => (
        <Stack gap="xs">
          <Line>As the process that answered sees it.</Line>
          <Facts
            facts={[
              ['Kind', kind],
              [
                'Writable',
                <Badge variant="light" color={writable ? 'teal' : 'red'} tt="none">
                  {writable ? 'yes' : 'no'}
                </Badge>,
              ],
              ...(freeBytes === null || totalBytes === null
                ? []
                : [['Free', freeText(freeBytes, totalBytes)] as [string, string]]),
            ]}
          />
        </Stack>
      )}
    </PartCard>
  );
}

const freeText = (free: number, total: number) =>
  `${byteSize(free)} of ${byteSize(total)} (${percent(total > 0 ? free / total : 0)})`;

import { Code, Stack, Text } from '@mantine/core';
import type { ChangedValue } from './changes';

/** Lists old and new values, a line per value. */
export function ChangedValues({ values }: { values: ChangedValue[] }) {
  return (
    <Stack component="ul" gap={4} p={0} m={0} style={{ listStyle: 'none' }} aria-label="Changes">
      {values.map(({ field, before, after }) => (
        <Text key={field} component="li" size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Code>{field}</Code> {before ?? 'nothing'} → {after ?? 'nothing'}
        </Text>
      ))}
    </Stack>
  );
}

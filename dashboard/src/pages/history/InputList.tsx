import { DataList, Text } from '@mantine/core';
import { fieldLabel } from '../../text/labels';

/** Lists the input of a prediction, with defaults filled in. */
export function InputList({ input }: { input: Record<string, unknown> }) {
  const entries = Object.entries(input);
  if (entries.length === 0) return <Text size="sm">None.</Text>;
  return (
    <DataList labelWidth="8rem" gap="xs">
      {entries.map(([name, value]) => (
        <DataList.Item key={name}>
          <DataList.ItemLabel>{fieldLabel(name)}</DataList.ItemLabel>
          <DataList.ItemValue style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {typeof value === 'string' ? value : JSON.stringify(value)}
          </DataList.ItemValue>
        </DataList.Item>
      ))}
    </DataList>
  );
}

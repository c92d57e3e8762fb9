import { Card, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DataTable } from '../../../ui/DataTable';
import { QueryView } from '../../../ui/QueryView';
import { type ExtensionTable, readExtensionTables } from './extension-tables';

const COLUMN_PX = 120;

/** Shows the tables of the extensions, such as what they have read from their settings. */
export function ExtensionsPanel() {
  const query = useQuery({
    queryKey: ['admin', 'extensions'],
    queryFn: ({ signal }) => readExtensionTables(signal),
  });
  return (
    <QueryView query={query} skeleton={<Skeleton h={320} />}>
      {(tables) => (
        <Stack gap="lg">
          {tables.map((table, index) => (
            <section key={index}>
              <Title order={2} mb="xs">
                {table.title}
              </Title>
              <Card padding={0}>
                <Facts table={table} />
              </Card>
            </section>
          ))}
        </Stack>
      )}
    </QueryView>
  );
}

function Facts({ table: { title, columns, rows } }: { table: ExtensionTable }) {
  if (!rows || rows.length === 0)
    return (
      <Text size="sm" c={rows ? 'dimmed' : 'red'} p="md">
        {rows ? 'No rows' : 'The extension failed to read its rows. The log of the service says why.'}
      </Text>
    );
  const width = columns.length * COLUMN_PX;
  return (
    <DataTable label={title} minWidth={width} minWidthOnPhone={width}>
      <Table.Thead>
        <Table.Tr>
          {columns.map((column, index) => (
            <Table.Th key={index}>{column}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((cells, row) => (
          <Table.Tr key={row}>
            {cells.map((cell, index) => (
              <Table.Td key={index}>{cell}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </DataTable>
  );
}

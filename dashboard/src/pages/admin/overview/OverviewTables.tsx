import { Anchor, Card, Table, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { amount } from '../../../text/amounts';
import { DataTable } from '../../../ui/DataTable';
import { share } from './comparison';
import type { AdminOverview } from './useAdminOverview';

/** Lists the models that earned most. */
export function ModelsTable({ models }: Pick<AdminOverview, 'models'>) {
  return (
    <Card padding={0} h="100%">
      <Title order={2} p="md">
        Models
      </Title>
      <DataTable label="Models" minWidth={560} minWidthOnPhone={320}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Model</Table.Th>
            <Table.Th ta="right">Predictions</Table.Th>
            <Table.Th ta="right">Revenue</Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              Margin
            </Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              Failed
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {models.map(({ modelKey, count, completed, failed, credits, refunded, margin }) => (
            <Table.Tr key={modelKey}>
              <Table.Td>
                <Anchor
                  component={Link}
                  to={`/admin/predictions?modelKey=${encodeURIComponent(modelKey)}`}
                  inherit
                >
                  {modelKey}
                </Anchor>
              </Table.Td>
              <Table.Td ta="right" className="figures">
                {amount(count)}
              </Table.Td>
              <Table.Td ta="right" className="figures">
                {amount(credits - refunded)}
              </Table.Td>
              <Table.Td ta="right" visibleFrom="sm" className="figures">
                {margin === null ? '–' : amount(margin)}
              </Table.Td>
              <Table.Td ta="right" visibleFrom="sm" className="figures">
                {share(failed, completed + failed)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </DataTable>
    </Card>
  );
}

/** Lists the reasons for which predictions failed. */
export function ErrorsTable({ errors }: Pick<AdminOverview, 'errors'>) {
  return (
    <Card padding={0} h="100%">
      <Title order={2} p="md">
        Failures
      </Title>
      {errors.length === 0 ? (
        <Text c="dimmed" px="md" pb="md">
          No prediction failed in this time.
        </Text>
      ) : (
        <DataTable label="Failures" minWidth={240} minWidthOnPhone={240}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Error code</Table.Th>
              <Table.Th ta="right">Predictions</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {errors.map(({ code, count }) => (
              <Table.Tr key={code}>
                <Table.Td>{code ?? 'unknown'}</Table.Td>
                <Table.Td ta="right" className="figures">
                  {amount(count)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </DataTable>
      )}
    </Card>
  );
}

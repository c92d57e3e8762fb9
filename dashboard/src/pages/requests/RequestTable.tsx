import { Anchor, Badge, Card, Code, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import { amount } from '../../text/amounts';
import { dateAndTime } from '../../text/times';
import { DataTable } from '../../ui/DataTable';
import { KeyLink } from '../keys/KeyLink';
import { useKeys } from '../keys/useKeys';
import type { RequestRecord } from './useRequests';

/** Lists requests, newest first. */
export function RequestTable({ items }: { items: RequestRecord[] }) {
  const keys = useKeys().data?.keys ?? [];
  return (
    <Card padding={0}>
      <DataTable label="Requests" minWidth={820}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>When</Table.Th>
            <Table.Th>Request</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th visibleFrom="sm" ta="right">
              ms
            </Table.Th>
            <Table.Th visibleFrom="sm">Key</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item, place) => (
            <Table.Tr key={`${item.at} ${item.keyId} ${place}`}>
              <Table.Td>
                <time dateTime={item.at}>{dateAndTime(item.at)}</time>
              </Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Code>
                  {item.method} {item.route}
                </Code>
                {item.count > 1 && (
                  <Text size="xs" c="dimmed">
                    and {amount(item.count - 1)} more like it in about a second
                  </Text>
                )}
                {item.predictionId && (
                  <Text size="xs">
                    <Anchor component={Link} to={`/history?prediction=${item.predictionId}`} inherit>
                      its prediction
                    </Anchor>
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <Outcome item={item} />
              </Table.Td>
              <Table.Td visibleFrom="sm" ta="right" className="figures">
                {amount(item.ms)}
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <KeyLink id={item.keyId} keys={keys} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </DataTable>
    </Card>
  );
}

function Outcome({ item: { status, code } }: { item: RequestRecord }) {
  return (
    <>
      <Badge variant="light" color={colorOf(status)} tt="none">
        {status ?? 'disconnected'}
      </Badge>
      {code && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {code}
        </Text>
      )}
    </>
  );
}

function colorOf(status: number | null): string {
  if (status === null) return 'gray';
  if (status >= 500) return 'red';
  return status >= 400 ? 'orange' : 'teal';
}

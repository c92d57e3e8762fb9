import { Anchor, Badge, Box, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { StatementEntry } from '../../api/types';
import { amount, signedAmount } from '../../text/amounts';
import { LEDGER_KINDS, nameIn } from '../../text/labels';
import { dateAndTime } from '../../text/times';
import { DataTable } from '../../ui/DataTable';

const COLORS: Record<string, string> = {
  grant: 'teal',
  refund: 'orange',
  adjustment: 'grape',
  charge: 'gray',
  debt: 'red',
  expiry: 'yellow',
};

interface StatementTableProps {
  entries: StatementEntry[];
  /** Returns the path of a prediction's page; defaults to the history. */
  linkTo?: (predictionId: string) => string;
}

const inHistory = (predictionId: string) => `/history?prediction=${predictionId}`;

/** Lists ledger entries, newest first, each with the balance after it. */
export function StatementTable({ entries, linkTo = inHistory }: StatementTableProps) {
  return (
    <DataTable label="Statement" minWidth={640}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>When</Table.Th>
          <Table.Th visibleFrom="sm">Kind</Table.Th>
          <Table.Th>For</Table.Th>
          <Table.Th ta="right">Credits</Table.Th>
          <Table.Th visibleFrom="sm" ta="right">
            Balance
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map((entry) => (
          <Table.Tr key={entry.id} data-kind={entry.kind}>
            <Table.Td>
              <time dateTime={entry.createdAt}>{dateAndTime(entry.createdAt)}</time>
              <Box hiddenFrom="sm">
                <KindBadge kind={entry.kind} />
              </Box>
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <KindBadge kind={entry.kind} />
            </Table.Td>
            <Table.Td>
              <Purpose entry={entry} linkTo={linkTo} />
            </Table.Td>
            <Table.Td ta="right" fw={600} className="figures">
              {signedAmount(entry.amount)}
              <Text size="xs" c="dimmed" hiddenFrom="sm">
                {amount(entry.balanceAfter)}
              </Text>
            </Table.Td>
            <Table.Td visibleFrom="sm" ta="right" className="figures">
              {amount(entry.balanceAfter)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </DataTable>
  );
}

function KindBadge({ kind }: { kind: string }) {
  return (
    <Badge variant="light" color={COLORS[kind]} tt="none">
      {nameIn(LEDGER_KINDS, kind)}
    </Badge>
  );
}

function Purpose({
  entry: { predictionId, modelKey, note },
  linkTo,
}: {
  entry: StatementEntry;
  linkTo: (id: string) => string;
}) {
  return (
    <>
      {predictionId && (
        <Anchor component={Link} to={linkTo(predictionId)} size="sm">
          {modelKey ?? predictionId}
        </Anchor>
      )}
      {note && <Text size="sm">{note}</Text>}
    </>
  );
}

import { Table } from '@mantine/core';
import type { StatementEntry } from '../../api/types';
import { amount, signedAmount } from '../../text/amounts';
import { LEDGER_KINDS, nameIn } from '../../text/labels';
import { dateAndTime } from '../../text/times';

/** Lists the charge of a prediction and its refund, if any. */
export function PredictionLedger({ entries }: { entries: StatementEntry[] }) {
  return (
    <Table aria-label="Charge and refund">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Kind</Table.Th>
          <Table.Th ta="right">Credits</Table.Th>
          <Table.Th ta="right">Balance after</Table.Th>
          <Table.Th>When</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map((entry) => (
          <Table.Tr key={entry.id}>
            <Table.Td>{nameIn(LEDGER_KINDS, entry.kind)}</Table.Td>
            <Table.Td ta="right" className="figures">
              {signedAmount(entry.amount)}
            </Table.Td>
            <Table.Td ta="right" className="figures">
              {amount(entry.balanceAfter)}
            </Table.Td>
            <Table.Td>{dateAndTime(entry.createdAt)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

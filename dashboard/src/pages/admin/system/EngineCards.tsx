import { Stack, Table, Text } from '@mantine/core';
import { amount } from '../../../text/amounts';
import { DataTable } from '../../../ui/DataTable';
import { Moment } from '../../../ui/Moment';
import { CircuitBadge } from '../providers/CircuitBadge';
import { Line, PartCard } from './Part';
import { counted, percent } from './system-text';
import type { Read, System } from './useSystem';

export function CircuitsCard({ system }: { system: System }) {
  return (
    <PartCard title="Circuits" name="circuits" system={system}>
      {(circuits) => (
        <Stack gap="xs">
          {circuits.every(({ state }) => state === 'closed') && (
            <Line>No circuit is open: all engines are sent predictions.</Line>
          )}
          {circuits.length > 0 && <CircuitTable circuits={circuits} />}
        </Stack>
      )}
    </PartCard>
  );
}

function CircuitTable({ circuits }: { circuits: Read<'circuits'> }) {
  return (
    <DataTable label="Circuits" minWidth={420}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Engine</Table.Th>
          <Table.Th>State</Table.Th>
          <Table.Th ta="right" visibleFrom="sm">
            Failures in a row
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {circuits.map((circuit) => (
          <Table.Tr key={circuit.provider}>
            <Table.Td style={{ overflowWrap: 'break-word' }}>
              {circuit.provider}
              {circuit.reason && (
                <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  {circuit.reason}
                  {circuit.changedAt && (
                    <>
                      {' · '}
                      <Moment at={circuit.changedAt} />
                    </>
                  )}
                </Text>
              )}
            </Table.Td>
            <Table.Td>
              <CircuitBadge circuit={circuit} />
              {circuit.failures > 0 && (
                <Text size="xs" c="dimmed" hiddenFrom="sm">
                  {counted(circuit.failures, 'failure')} in a row
                </Text>
              )}
            </Table.Td>
            <Table.Td ta="right" className="figures" visibleFrom="sm">
              {amount(circuit.failures)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </DataTable>
  );
}

export function FailuresCard({ system }: { system: System }) {
  return (
    <PartCard title="Failures by engine" name="failures" system={system}>
      {(engines) =>
        engines.length === 0 ? (
          <Line>No engine has settled a prediction in the last hour.</Line>
        ) : (
          <Stack gap="xs">
            <Line>Among the newest 1,000 settled predictions of the last hour, without cancelled ones.</Line>
            <FailureTable engines={engines} />
          </Stack>
        )
      }
    </PartCard>
  );
}

function FailureTable({ engines }: { engines: Read<'failures'> }) {
  return (
    <DataTable label="Failures by engine" minWidth={420}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Engine</Table.Th>
          <Table.Th ta="right">Failed</Table.Th>
          <Table.Th ta="right">Rate</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {engines.map(({ provider, settled, failed, failureRate }) => (
          <Table.Tr key={provider}>
            <Table.Td style={{ overflowWrap: 'break-word' }}>{provider}</Table.Td>
            <Table.Td ta="right" className="figures" style={{ whiteSpace: 'nowrap' }}>
              {amount(failed)} of {amount(settled)}
            </Table.Td>
            <Table.Td ta="right" className="figures" style={{ whiteSpace: 'nowrap' }}>
              {percent(failureRate)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </DataTable>
  );
}

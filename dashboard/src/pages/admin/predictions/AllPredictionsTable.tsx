import { Anchor, Box, Code, Group, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { AdminPrediction } from '../../../api/types';
import { Thumbnail } from '../../../media/Thumbnail';
import { amount } from '../../../text/amounts';
import { finalCost } from '../../../text/cost';
import { DataTable } from '../../../ui/DataTable';
import { Moment } from '../../../ui/Moment';
import { StateBadge } from '../../../ui/StateBadge';
import { AccountLink } from '../accounts/AccountLink';
import { EndPredictionButtons } from './EndPredictionButtons';

export function AllPredictionsTable({ items }: { items: AdminPrediction[] }) {
  return (
    <DataTable label="Predictions of all accounts" minWidth={960} minWidthOnPhone={760}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Prediction</Table.Th>
          <Table.Th>Account</Table.Th>
          <Table.Th>Model</Table.Th>
          <Table.Th>State</Table.Th>
          <Table.Th ta="right">Credits</Table.Th>
          <Table.Th>Started</Table.Th>
          <Table.Th>
            <span>Actions</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((prediction) => (
          <Row key={prediction.predictionId} prediction={prediction} />
        ))}
      </Table.Tbody>
    </DataTable>
  );
}

function Row({ prediction }: { prediction: AdminPrediction }) {
  const { predictionId, accountId, email, provider, modelKey, status, error, creditsRefunded, createdAt } =
    prediction;
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="sm" wrap="nowrap">
          <Box w={40} flex="none">
            <Thumbnail prediction={prediction} />
          </Box>
          <Anchor component={Link} to={`/admin/predictions/${predictionId}`} size="sm" title={predictionId}>
            <Code visibleFrom="sm" c="inherit">
              {predictionId}
            </Code>
            <Code hiddenFrom="sm" c="inherit" style={{ whiteSpace: 'nowrap' }}>
              …{predictionId.slice(-8)}
            </Code>
          </Anchor>
        </Group>
      </Table.Td>
      <Table.Td>
        <AccountLink accountId={accountId} email={email} />
      </Table.Td>
      <Table.Td>
        {modelKey}
        <Text size="xs" c="dimmed">
          {provider}
        </Text>
      </Table.Td>
      <Table.Td>
        <StateBadge prediction={prediction} />
        {error && (
          <Text size="xs" c="dimmed" title={error.message}>
            {error.code}
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right" className="figures">
        {amount(finalCost(prediction))}
        {creditsRefunded > 0 && (
          <Text size="xs" c="dimmed">
            {amount(creditsRefunded)} refunded
          </Text>
        )}
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <Moment at={createdAt} />
      </Table.Td>
      <Table.Td>{status === 'processing' && <EndPredictionButtons predictionId={predictionId} />}</Table.Td>
    </Table.Tr>
  );
}

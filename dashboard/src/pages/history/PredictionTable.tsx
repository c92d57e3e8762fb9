import { Anchor, Box, Card, Group, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Prediction } from '../../api/types';
import { Thumbnail } from '../../media/Thumbnail';
import { amount } from '../../text/amounts';
import { finalCost } from '../../text/cost';
import { nameIn, OPERATIONS } from '../../text/labels';
import { DataTable } from '../../ui/DataTable';
import { Moment } from '../../ui/Moment';
import classes from '../../ui/row-link.module.css';
import { StateBadge } from '../../ui/StateBadge';
import { useStarterName } from '../keys/useKeys';
import { usePredictionLink } from './usePredictionLink';

export function PredictionTable({ items }: { items: Prediction[] }) {
  const linkTo = usePredictionLink();
  const starter = useStarterName();
  return (
    <Card padding={0}>
      <DataTable label="Predictions" minWidth={820}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Prediction</Table.Th>
            <Table.Th visibleFrom="sm">Operation</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th visibleFrom="sm" ta="right">
              Credits
            </Table.Th>
            <Table.Th visibleFrom="sm">Started by</Table.Th>
            <Table.Th visibleFrom="sm">Started</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((prediction) => (
            <Table.Tr key={prediction.predictionId} className={classes.row}>
              <Table.Td>
                <Group gap="sm" wrap="nowrap">
                  <Box w={44} flex="none">
                    <Thumbnail prediction={prediction} />
                  </Box>
                  <div>
                    <Anchor
                      component={Link}
                      to={linkTo(prediction.predictionId)}
                      preventScrollReset
                      className={classes.link}
                      size="sm"
                      lineClamp={1}
                    >
                      {prediction.prompt || nameIn(OPERATIONS, prediction.operation)}
                    </Anchor>
                    <Text size="xs" c="dimmed">
                      {prediction.modelKey}
                    </Text>
                  </div>
                </Group>
              </Table.Td>
              <Table.Td visibleFrom="sm">{nameIn(OPERATIONS, prediction.operation)}</Table.Td>
              <Table.Td>
                <StateBadge prediction={prediction} />
              </Table.Td>
              <Table.Td visibleFrom="sm" ta="right" className="figures">
                {amount(finalCost(prediction))}
                {prediction.creditsRefunded > 0 && (
                  <Text size="xs" c="dimmed">
                    {amount(prediction.creditsRefunded)} refunded
                  </Text>
                )}
              </Table.Td>
              <Table.Td visibleFrom="sm">{starter(prediction.keyId)}</Table.Td>
              <Table.Td visibleFrom="sm" style={{ whiteSpace: 'nowrap' }}>
                <Moment at={prediction.createdAt} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </DataTable>
    </Card>
  );
}

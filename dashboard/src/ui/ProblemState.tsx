import { Button, Code, EmptyState, Text } from '@mantine/core';
import type { Problem } from '../api/problem';
import { IconAlertTriangle } from './icons';

/** Shows a failed query. The operator finds the request in the log by its id. */
export function ProblemState({ problem, retry }: { problem: Problem; retry: () => void }) {
  return (
    <EmptyState
      role="alert"
      py="xl"
      icon={<IconAlertTriangle />}
      title="This could not be loaded"
      description={problem.message}
    >
      {problem.requestId && (
        <Text size="xs" c="dimmed">
          Request <Code>{problem.requestId}</Code>
        </Text>
      )}
      <EmptyState.Actions>
        <Button variant="default" onClick={retry}>
          Try again
        </Button>
      </EmptyState.Actions>
    </EmptyState>
  );
}

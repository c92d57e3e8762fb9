import { Alert, Button, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api, unwrap } from '../../../api/client';
import { IconHeartbeat } from '../../../ui/icons';
import { ProblemAlert } from '../../../ui/ProblemAlert';

/** Runs the health check of an engine, which costs nothing at the engine. */
export function HealthCheck({ name }: { name: string }) {
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => unwrap(api.POST('/api/admin/providers/{name}/check', { params: { path: { name } } })),
  });
  return (
    <Stack gap="xs">
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconHeartbeat size={14} aria-hidden />}
          loading={isPending}
          onClick={() => mutate()}
        >
          Check {name}
        </Button>
      </Group>
      <ProblemAlert error={error} />
      {data && (
        <Alert
          color={data.ok ? 'teal' : 'red'}
          role="status"
          title={data.ok ? 'Check passed' : 'Check failed'}
        >
          {data.detail} ({data.milliseconds} ms)
        </Alert>
      )}
    </Stack>
  );
}

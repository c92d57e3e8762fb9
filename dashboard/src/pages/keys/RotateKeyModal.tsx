import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ProblemAlert } from '../../ui/ProblemAlert';
import { SecretModal } from './SecretModal';
import { type CreatedKey, type KeyRecord, useRotateKey } from './useKeys';

interface RotateKeyModalProps {
  record: KeyRecord;
  opened: boolean;
  onClose: () => void;
}

const GRACES = [
  { seconds: 0, label: 'Now', about: 'For a key that has leaked.' },
  { seconds: 3600, label: 'In 1 hour', about: null },
  {
    seconds: 86_400,
    label: 'In 24 hours',
    about: 'Time to put the new key in place without an interruption.',
  },
  { seconds: 604_800, label: 'In 7 days', about: null },
];
const GRACE_DEFAULT = 86_400;

/** Replaces a key by a new one with the same settings, and shows the new secret once. */
export function RotateKeyModal({ record, opened, onClose }: RotateKeyModalProps) {
  return (
    <SecretModal
      opened={opened}
      onClose={onClose}
      title={`Rotate “${record.name}”`}
      titleOf={({ name }) => `The new key of “${name}” is ready`}
    >
      {(onCreated) => <RotateForm record={record} onCreated={onCreated} onClose={onClose} />}
    </SecretModal>
  );
}

interface RotateFormProps {
  record: KeyRecord;
  onCreated: (created: CreatedKey) => void;
  onClose: () => void;
}

function RotateForm({ record, onCreated, onClose }: RotateFormProps) {
  const rotation = useRotateKey(record.id);
  const [grace, setGrace] = useState(String(GRACE_DEFAULT));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        rotation.mutate(Number(grace), { onSuccess: onCreated });
      }}
    >
      <Stack>
        <Text size="sm">
          You get a new key with the same settings. Both keys share the request limit and the spend limit.
          {record.status === 'disabled' && ' The new key is disabled too, until you enable it.'}
          {record.replaces !== null && ' A key that this one has replaced ends now.'}
        </Text>
        <ProblemAlert error={rotation.error} />
        <Radio.Group label="The old key stops working" value={grace} onChange={setGrace}>
          <Stack gap="xs" mt="xs">
            {GRACES.map(({ seconds, label, about }) => (
              <Radio key={seconds} value={String(seconds)} label={label} description={about} />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={rotation.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={rotation.isPending}>
            Rotate key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

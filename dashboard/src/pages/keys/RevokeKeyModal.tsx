import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { asProblem } from '../../api/problem';
import { useNotify } from '../../ui/useNotify';
import { type KeyRecord, useRevokeKey } from './useKeys';

interface RevokeKeyModalProps {
  record: KeyRecord;
  opened: boolean;
  onClose: () => void;
}

/** Asks the user to type the key's name, because a revocation cannot be undone and stops every program that uses the key. */
export function RevokeKeyModal({ record, opened, onClose }: RevokeKeyModalProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Revoke “${record.name}”`}>
      <RevokeForm record={record} onClose={onClose} />
    </Modal>
  );
}

function RevokeForm({ record, onClose }: Omit<RevokeKeyModalProps, 'opened'>) {
  const [typed, setTyped] = useState('');
  const notify = useNotify();
  const revocation = useRevokeKey(record.id);
  const matches = typed.trim() === record.name;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!matches) return;
    revocation.mutate(undefined, {
      onSuccess: () => {
        notify({ color: 'teal', message: `“${record.name}” is revoked.` });
        onClose();
      },
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">
          All further requests with this key are rejected. This cannot be undone. Predictions in progress
          continue, and your other keys can read them.
        </Text>
        {revocation.error && (
          <Alert color="red" role="alert">
            {asProblem(revocation.error).message}
          </Alert>
        )}
        <TextInput
          label={`Type ${record.name} to confirm`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Keep key
          </Button>
          <Button type="submit" color="red" disabled={!matches} loading={revocation.isPending}>
            Revoke key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { ProblemAlert } from '../../ui/ProblemAlert';
import { useNotify } from '../../ui/useNotify';

interface RevocationModalProps {
  name: string;
  opened: boolean;
  onClose: () => void;
  revocation: {
    error: Error | null;
    isPending: boolean;
    mutate: (variables: undefined, then: { onSuccess: () => void }) => void;
  };
  /** What a revocation of the key means. */
  children: ReactNode;
}

/** Asks the user to type the key's name, because a revocation cannot be undone and stops every program that uses the key. */
export function RevocationModal({ opened, ...props }: RevocationModalProps) {
  return (
    <Modal opened={opened} onClose={props.onClose} title={`Revoke “${props.name}”`}>
      <RevocationForm {...props} />
    </Modal>
  );
}

function RevocationForm({ name, onClose, revocation, children }: Omit<RevocationModalProps, 'opened'>) {
  const [typed, setTyped] = useState('');
  const notify = useNotify();
  const matches = typed.trim() === name;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!matches) return;
    revocation.mutate(undefined, {
      onSuccess: () => {
        notify({ color: 'teal', message: `“${name}” is revoked.` });
        onClose();
      },
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{children}</Text>
        <ProblemAlert error={revocation.error} />
        <TextInput
          label={`Type ${name} to confirm`}
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

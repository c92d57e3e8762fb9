import { Alert, Button, Group, List, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { asProblem, type Problem, type ProblemDetail } from '../../api/problem';
import { fieldLabel } from '../../text/labels';

export interface Deletion {
  /** Empty when the modal does not ask for it. */
  password: string;
  /** Also deletes an account with running predictions, credits or a debt. */
  force: boolean;
}

interface DeleteAccountModalProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  asksPassword: boolean;
  deletion: {
    error: Error | null;
    isPending: boolean;
    mutate: (deletion: Deletion, then: { onError: (error: Error) => void }) => void;
  };
}

/** Says what a deletion erases. When something is left in the account, lists it and asks once more. */
export function DeleteAccountModal({ title, opened, onClose, ...form }: DeleteAccountModalProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <DeleteForm onClose={onClose} {...form} />
    </Modal>
  );
}

type DeleteFormProps = Omit<DeleteAccountModalProps, 'title' | 'opened'>;

function DeleteForm({ onClose, asksPassword, deletion }: DeleteFormProps) {
  const [password, setPassword] = useState('');
  /** What was left at the last attempt. */
  const [left, setLeft] = useState<string[] | null>(null);
  const isComplete = !asksPassword || password !== '';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isComplete) deletion.mutate({ password, force: left !== null }, { onError });
  };
  const onError = (error: Error) => {
    const problem = asProblem(error);
    setLeft(problem.code === 'account_not_empty' ? problem.details.map(lineOf) : null);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Losses />
        {left !== null && <LeftNotice left={left} />}
        {left === null && deletion.error && (
          <Alert color="red" role="alert">
            {textOf(asProblem(deletion.error))}
          </Alert>
        )}
        {asksPassword && (
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            data-autofocus
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Keep account
          </Button>
          <Button type="submit" color="red" disabled={!isComplete} loading={deletion.isPending}>
            {left === null ? 'Delete account' : 'Delete anyway'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Losses() {
  return (
    <>
      <Text size="sm">This cannot be undone:</Text>
      <List size="sm" spacing="xs">
        <List.Item>API keys are rejected and members lose access, both at once.</List.Item>
        <List.Item>
          Predictions, prompts, files, names and email addresses are erased in the background, for good.
        </List.Item>
        <List.Item>Amounts of the ledger and of payments are kept, without anything personal.</List.Item>
      </List>
    </>
  );
}

function LeftNotice({ left }: { left: string[] }) {
  return (
    <Alert color="orange" role="alert" title="The account is not empty">
      <List size="sm">
        {left.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
      <Text size="sm" mt="xs">
        “Delete anyway” cancels predictions in progress and writes off all credits and debts.
      </Text>
    </Alert>
  );
}

const lineOf = ({ field, message }: ProblemDetail): string => `${fieldLabel(field)}: ${message}`;

function textOf({ code, message }: Problem): string {
  return code === 'invalid_credentials' ? 'The current password is wrong.' : message;
}

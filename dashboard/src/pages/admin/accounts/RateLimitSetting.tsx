import { Button, Group, Modal, NumberInput, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type SubmitEvent, useState } from 'react';
import { WINDOW_NAME, WINDOW_UNIT } from '../../../text/rate-window';
import { ProblemAlert } from '../../../ui/ProblemAlert';
import { useNotify } from '../../../ui/useNotify';
import { RATE_MAX, RATE_MIN } from '../../keys/key-rules';
import { type AdminAccountDetail, useRateLimit } from './useAccounts';

/** Shows the highest rate limit of an account's keys, and changes it. */
export function RateLimitSetting({ account }: { account: AdminAccountDetail }) {
  const [isOpen, modal] = useDisclosure();
  return (
    <Group gap="xs">
      {account.limits.maxRateLimit} / {WINDOW_UNIT}
      {account.deletedAt === null && (
        <Button size="compact-xs" variant="default" aria-label="Change the rate limit" onClick={modal.open}>
          Change
        </Button>
      )}
      <Modal opened={isOpen} onClose={modal.close} title="Highest rate limit of a key">
        <LimitForm account={account} onClose={modal.close} />
      </Modal>
    </Group>
  );
}

function LimitForm({
  account: { id, limits },
  onClose,
}: {
  account: AdminAccountDetail;
  onClose: () => void;
}) {
  const [limit, setLimit] = useState<number | string>(limits.maxRateLimit);
  const change = useRateLimit(id);
  const notify = useNotify();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    change.mutate(limit === '' ? null : Number(limit), {
      onSuccess: (account) => {
        notify({
          color: 'teal',
          message: `Keys can now have up to ${account.limits.maxRateLimit} / ${WINDOW_UNIT}.`,
        });
        onClose();
      },
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <ProblemAlert error={change.error} />
        <NumberInput
          label="Rate limit"
          description={`Requests per ${WINDOW_NAME}, ${RATE_MIN} to ${RATE_MAX}. Empty: that of the plan.`}
          suffix={` / ${WINDOW_UNIT}`}
          allowDecimal={false}
          allowNegative={false}
          value={limit}
          onChange={setLimit}
          error={change.isError}
          data-autofocus
        />
        <Text size="sm" c="dimmed">
          It holds for new and changed keys. Keys that the account has stay as they are.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={change.isPending}>
            Save limit
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

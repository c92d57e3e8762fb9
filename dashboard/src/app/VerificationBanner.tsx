import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../api/client';
import { asProblem } from '../api/problem';
import type { components } from '../api/schema';
import { useProfile } from '../session/useSession';
import { IconMailExclamation } from '../ui/icons';

type User = components['schemas']['UserBody'];

/** Asks a user to verify the address, until another tab or device has done it. */
export function VerificationBanner() {
  const { user } = useProfile();
  const profile = useQuery({
    queryKey: ['profile', user.id],
    queryFn: ({ signal }) => unwrap(api.GET('/api/auth/me', { signal })),
    enabled: user.canVerifyEmail,
    refetchOnWindowFocus: 'always',
  });
  if (!profile.data?.user.canVerifyEmail) return null;
  return <Unverified user={profile.data.user} />;
}

function Unverified({ user: { email, pendingCredits } }: { user: User }) {
  const send = useMutation({ mutationFn: () => unwrap(api.POST('/api/auth/email/verification')) });
  return (
    <Alert
      role="status"
      color="blue"
      mb="md"
      icon={<IconMailExclamation />}
      title="Verify your address"
      aria-label="Verify your address"
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {send.isSuccess
            ? `A new mail is on its way to ${email}.`
            : `Open the link in the mail to ${email}.`}
          {pendingCredits > 0 && ` You then get ${pendingCredits} credits.`}
          {send.error && ` ${asProblem(send.error).message}`}
        </Text>
        <Button
          size="xs"
          variant="default"
          onClick={() => send.mutate()}
          loading={send.isPending}
          disabled={send.isSuccess}
        >
          Send again
        </Button>
      </Group>
    </Alert>
  );
}

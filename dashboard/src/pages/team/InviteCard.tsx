import { Alert, Button, Card, Group, Select, TextInput, Title } from '@mantine/core';
import { isEmail, useForm } from '@mantine/form';
import { useProfile } from '../../session/useSession';
import { ProblemAlert } from '../../ui/ProblemAlert';
import { useNotify } from '../../ui/useNotify';
import { InvitationLinkModal } from './InvitationLinkModal';
import { type NewInvitation, ROLES, rolesUnder, useInvite } from './useTeam';

export function InviteCard() {
  const { account, user } = useProfile();
  const notify = useNotify();
  const invite = useInvite();
  const form = useForm<NewInvitation>({
    initialValues: { email: '', role: 'developer' },
    validate: { email: isEmail('Enter an email address, such as grace@example.com.') },
  });
  const submit = form.onSubmit((values) =>
    invite.mutate(values, {
      onSuccess: ({ email, mailed }) => {
        form.reset();
        if (mailed) notify({ color: 'teal', message: `A link was mailed to ${email}.` });
      },
    }),
  );
  return (
    <Card>
      <Title order={2} mb="md">
        Invite
      </Title>
      <ProblemAlert error={invite.error} mb="md" />
      {user.canVerifyEmail && (
        <Alert color="blue" role="status" mb="md" title="Verify your address first">
          The mail with the link names you by your address.
        </Alert>
      )}
      {invite.data?.mailed === false && invite.data.url === undefined && (
        <Alert color="orange" role="status" mb="md" title="No mail was sent">
          Ask an owner of this account, or the operator of this service, for the link of {invite.data.email}.
        </Alert>
      )}
      {invite.data?.url !== undefined && (
        <InvitationLinkModal key={invite.data.url} email={invite.data.email} url={invite.data.url} />
      )}
      <form onSubmit={submit} noValidate>
        <Group align="flex-start">
          <TextInput
            label="Email"
            type="email"
            placeholder="grace@example.com"
            w="min(280px, 100%)"
            {...form.getInputProps('email')}
          />
          <Select
            label="Role"
            data={rolesUnder(account.role).map((value) => ({ value, label: ROLES[value] }))}
            allowDeselect={false}
            w="min(360px, 100%)"
            {...form.getInputProps('role')}
          />
          <Button type="submit" mt={25} loading={invite.isPending} disabled={user.canVerifyEmail}>
            Invite
          </Button>
        </Group>
      </form>
    </Card>
  );
}

import { Alert, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { CopyableCode } from '../../ui/CopyableCode';
import { LeaveGuard } from '../../ui/LeaveGuard';

/** Shows the link of an invitation to an owner where no mails are sent: once, and until the owner has it. */
export function InvitationLinkModal({ email, url }: { email: string; url: string }) {
  const [isOpen, { close }] = useDisclosure(true);
  const [isKept, setKept] = useState(false);
  return (
    <>
      <Modal
        opened={isOpen}
        onClose={close}
        size="lg"
        title={`The link of ${email}`}
        closeOnClickOutside={false}
        closeOnEscape={false}
        withCloseButton={false}
      >
        <Stack>
          <Alert color="orange" title="No mail was sent">
            <Text size="sm">
              Give this link to {email} and to nobody else: anyone who opens it joins the account. It works
              once, for 7 days, and is shown only here.
            </Text>
          </Alert>
          <CopyableCode code={url} label="link" onCopied={() => setKept(true)} />
          <Checkbox
            label="I have the link"
            checked={isKept}
            onChange={(event) => setKept(event.currentTarget.checked)}
          />
          <Group justify="flex-end">
            <Button variant="default" disabled={!isKept} onClick={close}>
              Done
            </Button>
          </Group>
        </Stack>
      </Modal>
      {isOpen && !isKept && (
        <LeaveGuard
          title="Leave without the link?"
          about={`It is shown here and never again, and the invitation stays open. Invite ${email} again for another link.`}
        />
      )}
    </>
  );
}

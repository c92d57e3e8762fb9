import { List, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconArrowBackUp, IconKey, IconPhoto } from '../../ui/icons';

const HIGHLIGHTS = [
  {
    icon: IconPhoto,
    title: 'Image, video, audio and 3D',
    text: 'One endpoint, one way to poll, one price list.',
  },
  {
    icon: IconArrowBackUp,
    title: 'Failed predictions are refunded',
    text: 'The service refunds the credits of a failed prediction automatically. The ledger shows the refund.',
  },
  {
    icon: IconKey,
    title: 'Keys you can hand out',
    text: 'Each key has its own scopes and its own limit. A revocation takes effect at once.',
  },
];

export function Highlights() {
  return (
    <Stack maw={440} gap="xl">
      <Text fz={34} fw={700} lh={1.2} lts="-0.02em">
        Generation you can bill for.
      </Text>
      <List spacing="lg" listStyleType="none" p={0} center={false}>
        {HIGHLIGHTS.map(({ icon: Icon, title, text }) => (
          <List.Item
            key={title}
            icon={
              <ThemeIcon size={36} bdrs="md" color="indigo.7">
                <Icon size={20} stroke={1.7} aria-hidden />
              </ThemeIcon>
            }
          >
            <Text fw={600}>{title}</Text>
            <Text size="sm" c="indigo.1">
              {text}
            </Text>
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}

import { Anchor, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import mark from './mark.svg';

export function Brand() {
  return (
    <Anchor component={Link} to="/" underline="never" c="inherit">
      <Group gap="xs" wrap="nowrap">
        <img src={mark} alt="" width={26} height={26} />
        <Text span fw={700} size="lg" lts="-0.01em">
          Offprint
        </Text>
      </Group>
    </Anchor>
  );
}

import { Alert, Anchor, Stack } from '@mantine/core';
import { Link } from 'react-router';

/** Shown for a link without a token. */
export function IncompleteLink() {
  return (
    <Stack>
      <Alert color="red" role="alert">
        This link is incomplete. Open the full link that you received.
      </Alert>
      <Anchor component={Link} to="/sign-in" size="sm" underline="always">
        Sign in
      </Anchor>
    </Stack>
  );
}

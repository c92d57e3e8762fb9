import { Button, EmptyState } from '@mantine/core';
import { Link } from 'react-router';
import { IconMapOff } from '../ui/icons';
import { PageHeader } from '../ui/PageHeader';

export function NotFoundPage() {
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState icon={<IconMapOff />} description="There is no page at this address.">
        <EmptyState.Actions>
          <Button component={Link} to="/">
            Go to the home page
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </>
  );
}

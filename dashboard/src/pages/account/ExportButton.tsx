import { Button } from '@mantine/core';
import { IconDownload } from '../../ui/icons';
import { useDownload } from '../../ui/useDownload';

interface ExportButtonProps {
  path: string;
  accountId: string;
  size?: 'xs';
}

/** Saves all data of an account as a ZIP. */
export function ExportButton({ path, accountId, size }: ExportButtonProps) {
  const file = useDownload({ path, fileName: `${accountId}.zip`, type: 'application/zip' });
  return (
    <Button
      variant="default"
      {...(size && { size })}
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={file.isPending}
      onClick={() => file.mutate()}
    >
      Export
    </Button>
  );
}

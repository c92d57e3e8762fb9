import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from './icons';
import { useDownload } from './useDownload';

interface CsvButtonProps {
  /** Path with its query. */
  path: string;
  fileName: string;
}

/** Saves a list of the API as a CSV file. */
export function CsvButton({ path, fileName }: CsvButtonProps) {
  const file = useDownload({ path, fileName, type: 'text/csv' });
  return (
    <Button
      variant="default"
      leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
      loading={file.isPending}
      onClick={() => file.mutate()}
    >
      CSV
    </Button>
  );
}

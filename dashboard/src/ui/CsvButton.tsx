import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { fetchWithToken } from '../api/client';
import { asProblem, problemOf } from '../api/problem';
import { saveBlob } from '../media/save';
import { useNotify } from './useNotify';

interface CsvButtonProps {
  /** Path with its query. */
  path: string;
  fileName: string;
}

/** Saves a list of the API as a CSV file. The request needs the session's token, which a plain link cannot carry. */
export function CsvButton({ path, fileName }: CsvButtonProps) {
  const notify = useNotify();
  const file = useMutation({
    mutationFn: () => loadCsv(path),
    onSuccess: (blob) => saveBlob(fileName, blob),
    onError: (error) => notify({ color: 'red', title: 'Download failed', message: asProblem(error).message }),
  });
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

async function loadCsv(path: string): Promise<Blob> {
  const response = await fetchWithToken(new Request(path, { headers: { Accept: 'text/csv' } }));
  if (!response.ok) throw problemOf(response, await response.json().catch(() => null));
  return response.blob();
}

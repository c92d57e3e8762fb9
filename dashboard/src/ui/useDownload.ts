import { useMutation } from '@tanstack/react-query';
import { fetchWithToken } from '../api/client';
import { asProblem, problemOf } from '../api/problem';
import { saveBlob } from '../media/save';
import { useNotify } from './useNotify';

interface Download {
  /** Path with its query. */
  path: string;
  fileName: string;
  /** Media type. */
  type: string;
}

/** Saves a file of the API. The request needs the session's token, which a plain link cannot carry. */
export function useDownload({ path, fileName, type }: Download) {
  const notify = useNotify();
  return useMutation({
    mutationFn: () => load(path, type),
    onSuccess: (blob) => saveBlob(fileName, blob),
    onError: (error) => notify({ color: 'red', title: 'Download failed', message: asProblem(error).message }),
  });
}

async function load(path: string, type: string): Promise<Blob> {
  const response = await fetchWithToken(new Request(path, { headers: { Accept: type } }));
  if (!response.ok) throw problemOf(response, await response.json().catch(() => null));
  return response.blob();
}

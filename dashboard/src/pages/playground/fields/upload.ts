import { fetchWithToken } from '../../../api/client';
import { problemOf } from '../../../api/problem';

/** Uploads a file. @returns a link usable as model input. @throws {Problem} 400, 409, 413, 415, 429, … */
export async function uploadFile(file: File): Promise<string> {
  const request = new Request('/api/dashboard/uploads', {
    method: 'POST',
    headers: { 'Content-Type': file.type || 'application/octet-stream' },
    body: file,
  });
  const response = await fetchWithToken(request);
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw problemOf(response, answer);
  return (answer as { url: string }).url;
}

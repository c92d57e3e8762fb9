/** What extensions show to administrators. The route is not in openapi.json: it exists where an extension shows something. */
import { fetchWithToken } from '../../../api/client';
import { problemOf } from '../../../api/problem';

export interface ExtensionTable {
  title: string;
  columns: string[];
  /** null: the extension failed to read them. */
  rows: string[][] | null;
}

/** Whether an extension shows facts: the service marks the page then (src/platform/web/page-policy.ts). */
export const hasExtensionTables = document.querySelector('meta[name="offprint-extension-facts"]') !== null;

/** @throws {Problem} */
export async function readExtensionTables(signal: AbortSignal): Promise<ExtensionTable[]> {
  const response = await fetchWithToken(new Request('/api/admin/extensions', { signal }));
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw problemOf(response, body);
  return (body as { items: ExtensionTable[] }).items;
}

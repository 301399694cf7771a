/** Where a script reaches what this window shows: the server that is open, or the one of this machine. */
import { useMay } from '../../api/capabilities.ts';
import { apiUrl } from '../../api/client.ts';
import { useServer } from '../../api/server.ts';
import { useWorkspace } from '../../api/workspace.ts';

/** With its `/v1`; null where there is none, as in the desktop window while its server is off. */
export function useBaseUrl(): string | null {
  const may = useMay();
  const { data: workspace } = useWorkspace();
  const { data: server } = useServer(may('getServer'));
  const remote = workspace?.remote?.base_url;
  if (remote !== undefined) return remote;
  const own = apiUrl('');
  if (own.startsWith('http:') || own.startsWith('https:')) return own;
  return server?.base_url ?? null;
}

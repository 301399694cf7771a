/** Fetches diagnostics and saves them; a failure is told as a notice that stays. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchDiagnostics } from '../api/backups.ts';
import { toFailure } from '../api/client.ts';
import { notify } from '../state/notices.ts';
import { saveFile } from './save-file.ts';

export function useDiagnosticsExport(): { readonly busy: boolean; readonly download: () => void } {
  const { t } = useTranslation('backups');
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const file = await fetchDiagnostics();
      saveFile(file);
      notify({ title: t('diagnostics.exported', { name: file.name }) });
    } catch (error) {
      const { message, requestId } = toFailure(error);
      notify({ tone: 'bad', title: t('diagnostics.exportFailed'), reason: message, requestId });
    } finally {
      setBusy(false);
    }
  };
  return { busy, download: () => void run() };
}

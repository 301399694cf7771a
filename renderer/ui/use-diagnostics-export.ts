/** Fetches diagnostics and saves them. */
import { useTranslation } from 'react-i18next';
import { fetchDiagnostics } from '../api/backups.ts';
import { useFileSaver } from './use-file-saver.ts';

export function useDiagnosticsExport(): { readonly busy: boolean; readonly download: () => void } {
  const { t } = useTranslation('backups');
  const { busy, save } = useFileSaver();
  const saved = (name: string) => t('diagnostics.exported', { name });
  return { busy, download: () => save(fetchDiagnostics, saved, t('diagnostics.exportFailed')) };
}

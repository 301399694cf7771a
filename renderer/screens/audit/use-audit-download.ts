/** Fetches a finished export of the audit log and saves it; a failure is told as a notice that stays. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchAuditExport } from '../../api/audit.ts';
import { toFailure } from '../../api/client.ts';
import { notify } from '../../state/notices.ts';
import { saveFile } from '../../ui/save-file.ts';

export function useAuditDownload(): {
  readonly busy: boolean;
  readonly download: (id: string) => void;
} {
  const { t } = useTranslation('audit');
  const [busy, setBusy] = useState(false);
  const run = async (id: string) => {
    setBusy(true);
    try {
      const file = await fetchAuditExport(id);
      saveFile(file);
      notify({ title: t('export.saved', { name: file.name }) });
    } catch (error) {
      const failure = toFailure(error);
      notify({
        tone: 'bad',
        title: t('export.downloadFailed'),
        detail: failure.status === 404 ? t('export.gone') : failure.message,
        requestId: failure.requestId,
      });
    } finally {
      setBusy(false);
    }
  };
  return { busy, download: (id) => void run(id) };
}

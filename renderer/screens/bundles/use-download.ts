/** Fetches a finished bundle and saves it; a failure is told as a notice that stays. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchBundle } from '../../api/bundles.ts';
import { toFailure } from '../../api/client.ts';
import { notify } from '../../state/notices.ts';
import { saveFile } from '../../ui/save-file.ts';

export function useDownload(): {
  readonly busy: boolean;
  readonly download: (id: string) => void;
} {
  const { t } = useTranslation('bundles');
  const [busy, setBusy] = useState(false);
  const run = async (id: string) => {
    setBusy(true);
    try {
      const file = await fetchBundle(id);
      saveFile(file);
      notify({ title: t('saved', { name: file.name }) });
    } catch (error) {
      const failure = toFailure(error);
      notify({
        tone: 'bad',
        title: t('downloadFailed'),
        detail: failure.status === 404 ? t('gone') : failure.message,
        requestId: failure.requestId,
      });
    } finally {
      setBusy(false);
    }
  };
  return { busy, download: (id) => void run(id) };
}

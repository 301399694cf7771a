/** Fetches a document of the API and hands it to the downloads; says so where it cannot. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toFailure, type ReceivedFile } from '../../api/client.ts';
import { notify } from '../../state/notices.ts';
import { saveFile } from '../../ui/save-file.ts';

export function useFileSaver() {
  const { t } = useTranslation('billing');
  const [busy, setBusy] = useState(false);
  const run = async (fetchFile: () => Promise<ReceivedFile>, fallbackName: string) => {
    if (busy) return;
    setBusy(true);
    try {
      const { content, name } = await fetchFile();
      saveFile({ content, name: name ?? fallbackName });
      notify({ title: t('saved', { name: name ?? fallbackName }) });
    } catch (error) {
      const failure = toFailure(error);
      notify({
        tone: 'bad',
        title: t('notSaved', { name: fallbackName }),
        reason: failure.message,
        requestId: failure.requestId,
      });
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    save: (fetchFile: () => Promise<ReceivedFile>, fallbackName: string) =>
      void run(fetchFile, fallbackName),
  };
}

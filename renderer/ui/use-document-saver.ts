/** Fetches a document of the API and saves it, under a name that is made up where the answer gives none. */
import { useTranslation } from 'react-i18next';
import type { ReceivedFile } from '../api/client.ts';
import { useFileSaver } from './use-file-saver.ts';

export function useDocumentSaver() {
  const { t } = useTranslation('billing');
  const { busy, save } = useFileSaver();
  return {
    busy,
    save: (fetchFile: () => Promise<ReceivedFile>, fallbackName: string) =>
      save(
        async () => {
          const { content, name } = await fetchFile();
          return { content, name: name ?? fallbackName };
        },
        (name) => t('saved', { name }),
        t('notSaved', { name: fallbackName }),
      ),
  };
}

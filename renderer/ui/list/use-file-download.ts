/** Fetches the file of a finished job and saves it; a failure is told as a notice that stays. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { requestFile, toFailure } from '../../api/client.ts';
import { notify } from '../../state/notices.ts';
import { saveFile } from '../save-file.ts';

/**
 * `path` is where the file of a job is; `gone` says why there is none any more. `busy` while it is
 * on its way.
 */
export function useFileDownload(
  path: (jobId: string) => string,
  gone?: string,
): {
  readonly busy: boolean;
  /** Saves it under its own name, or the one that `rename` makes of it. */
  readonly download: (jobId: string, rename?: (name: string) => string) => void;
} {
  const { t } = useTranslation('tables');
  const [busy, setBusy] = useState(false);
  const run = async (jobId: string, rename: (name: string) => string) => {
    setBusy(true);
    try {
      const { content, name } = await requestFile(path(jobId));
      const saved = { content, name: rename(name ?? jobId) };
      saveFile(saved);
      notify({ title: t('export.saved', { name: saved.name }) });
    } catch (error) {
      const failure = toFailure(error);
      notify({
        tone: 'bad',
        title: t('export.downloadFailed'),
        ...(failure.status === 404
          ? { detail: gone ?? t('export.gone') }
          : { reason: failure.message }),
        requestId: failure.requestId,
      });
    } finally {
      setBusy(false);
    }
  };
  return { busy, download: (jobId, rename = (name) => name) => void run(jobId, rename) };
}

/** Fetches a file and hands it to the downloads; says so, or why it cannot. */
import { useState } from 'react';
import type { ReceivedFile } from '../api/client.ts';
import { notify } from '../state/notices.ts';
import { notifyFailure } from './notify-failure.ts';
import { saveFile } from './save-file.ts';

export interface FileSaver {
  /** True while the file is made. */
  readonly busy: boolean;
  /** One at a time; `saved` says that the file of a name is there, `failed` that it is not. */
  readonly save: (
    fetchFile: () => Promise<ReceivedFile & { readonly name: string }>,
    saved: (name: string) => string,
    failed: string,
  ) => void;
}

export function useFileSaver(): FileSaver {
  const [busy, setBusy] = useState(false);
  const run = async (...[fetchFile, saved, failed]: Parameters<FileSaver['save']>) => {
    setBusy(true);
    try {
      const file = await fetchFile();
      saveFile(file);
      notify({ title: saved(file.name) });
    } catch (error) {
      notifyFailure(failed, error);
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    save: (...asked) => {
      if (!busy) void run(...asked);
    },
  };
}

/** What a journal entry is, in a word. */
import { useTranslation } from 'react-i18next';

const knownTypes = [
  'genesis',
  'record',
  'intervention',
  'erasure',
  'model',
  'restore',
  'keyrotate',
  'archive',
  'evidence',
  'invoice',
  'clock',
] as const;

/** Returns the word for an entry's type (`ledger.<name>/v<n>`); one of a newer version is only "Entry". */
export function useEntryTypeWord(): (type: string | null) => string {
  const { t } = useTranslation('integrity');
  return (type) => {
    const name = /^ledger\.([a-z]+)\/v\d+$/.exec(type ?? '')?.[1];
    const known = knownTypes.find((each) => each === name);
    return known === undefined ? t('unknownEntry') : t(`entryTypes.${known}`);
  };
}

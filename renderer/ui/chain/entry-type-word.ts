/** What a journal entry is, in a word. */
import { useTranslation } from 'react-i18next';
import { entryTypes } from '../../../shared/ledger/entries.ts';

type NameOf<Type> = Type extends `ledger.${infer Name}/v1` ? Name : never;

function isKnown(name: string): name is NameOf<(typeof entryTypes)[number]> {
  return entryTypes.some((type) => type === `ledger.${name}/v1`);
}

/** Returns the word for an entry's type (`ledger.<name>/v<n>`); one of a newer version is only "Entry". */
export function useEntryTypeWord(): (type: string | null) => string {
  const { t } = useTranslation('integrity');
  return (type) => {
    const name = /^ledger\.([a-z]+)\/v\d+$/.exec(type ?? '')?.[1] ?? '';
    return isKnown(name) ? t(`entryTypes.${name}`) : t('unknownEntry');
  };
}

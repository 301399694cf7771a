/** What of a connection can be changed, in words; its key is never read back. */
import { useTranslation } from 'react-i18next';
import type { Connection } from '../../../shared/contract/connections.ts';
import type { StateLine } from '../../ui/form/use-meanwhile.ts';

export function useConnectionWords(): (
  connection: Pick<Connection, 'name' | 'base_url' | 'keep_offline'>,
) => StateLine[] {
  const { t } = useTranslation('connections');
  return ({ name, base_url: address, keep_offline: isKept }) => [
    { label: t('form.name'), text: name },
    { label: t('form.address'), text: address },
    { label: t('form.offline'), text: t(isKept ? 'form.yes' : 'form.no') },
  ];
}

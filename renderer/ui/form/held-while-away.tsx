/** Says why a form cannot be sent while the server that is open does not answer, and holds it. */
import { useTranslation } from 'react-i18next';
import { useServerAway } from '../../api/workspace.ts';
import { useHeld } from './use-held.ts';

export function HeldWhileAway() {
  const server = useServerAway();
  return server === undefined ? null : <Held server={server} />;
}

function Held({ server }: { readonly server: string }) {
  useHeld(true);
  return <AwayNote server={server} />;
}

export function AwayNote({ server }: { readonly server: string }) {
  const { t } = useTranslation('common');
  return (
    <p className="pd-note" role="status">
      {t('away', { name: server })}
    </p>
  );
}

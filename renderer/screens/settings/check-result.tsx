/** What a server said when it was asked whether it is there, whose key it is and what it offers. */
import { useTranslation } from 'react-i18next';
import type { ConnectionCheck } from '../../../shared/contract/connections.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { formatCount } from '../../ui/format.ts';
import { roleWord } from '../../ui/role-word.ts';
import { StatusBadge, type StatusShape, type StatusTone } from '../../ui/status-badge.tsx';
import { InEnglish } from '../../ui/in-english.tsx';
import classes from './settings.module.css';

/** Green and red are verification's: a server that answers is only noted. */
export const stateBadges: Readonly<
  Record<ConnectionCheck['state'], readonly [StatusTone, StatusShape]>
> = {
  online: ['info', 'dot'],
  offline: ['warn', 'triangle'],
  refused: ['warn', 'triangle'],
};

export function CheckResult({ name, check }: { name: string; check: ConnectionCheck }) {
  const { t } = useTranslation('connections');
  const { t: access } = useTranslation('access');
  const [tone, shape] = stateBadges[check.state];
  const { caller, server, operations } = check;
  return (
    <div className={classes.check} role="status">
      <strong>{showHidden(name)}</strong>
      <StatusBadge tone={tone} shape={shape}>
        {t(`state.${check.state}`)}
      </StatusBadge>
      {check.reason !== null && (
        <p>
          <InEnglish>{check.reason}</InEnglish>
        </p>
      )}
      {check.state === 'online' && (
        <p>
          {t('checked.online', { ms: formatCount(check.ms) })}
          {server !== null && ` · ${t('checked.server', server)}`}
          {' · '}
          {caller === null
            ? t('checked.callerUnknown')
            : t('checked.caller', {
                name: caller.name ?? caller.key_id ?? caller.kind,
                role:
                  caller.role === null
                    ? t('checked.noRole')
                    : roleWord(caller.role, (key) => access(key)),
              })}
          {' · '}
          {operations === null
            ? t('checked.operationsUnknown')
            : t('checked.operations', {
                count: operations.length,
                formatted: formatCount(operations.length),
              })}
        </p>
      )}
    </div>
  );
}

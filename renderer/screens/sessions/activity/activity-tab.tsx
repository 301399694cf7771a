/** What a session opens on: who uses the data and for what, what that costs of what was granted, and each access. Nothing here is metered. */
import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SessionMetering } from '../../../../shared/contract/billing.ts';
import type { Grant } from '../../../../shared/contract/grants.ts';
import type { Session } from '../../../../shared/contract/sessions.ts';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { useSessionMetering } from '../../../api/billing.ts';
import { useGrant } from '../../../api/grants.ts';
import { grantAddress } from '../../../ui/addresses.ts';
import { Instant } from '../../../ui/instant.tsx';
import { Loaded } from '../../../ui/page/loaded.tsx';
import { Section } from '../../../ui/page/detail-page.tsx';
import { EpsilonBar } from '../../../ui/policies/epsilon-bar.tsx';
import { PlaceLink } from '../../../ui/places/place-link.tsx';
import { ActivityTimeline, openerWords } from '../../../ui/sessions/activity-timeline.tsx';
import { Forecast } from './forecast.tsx';
import { MoneyText } from '../../../ui/money/money-text.tsx';
import { SpentBar } from './spent-bar.tsx';
import session from '../session.module.css';
import classes from './activity.module.css';

export function ActivityTab({ session: shown }: { readonly session: Session }) {
  const { session_id: id } = shown;
  return (
    <div className="pd-stack pd-slim pd-gap-12">
      <div className={classes.head}>
        <Who session={shown} />
        <Cost session={shown} />
      </div>
      <ActivityTimeline subject={{ kind: 'session', id }} />
    </div>
  );
}

function Who({ session: shown }: { readonly session: Session }) {
  const { t } = useTranslation(['sessions', 'grants']);
  const { grant_id: grantId, account_id: account, purpose, opened_by: opener } = shown;
  const grant = useGrant(grantId);
  return (
    <Section title={t('activity.who')}>
      <dl className={session.pairs}>
        <div>
          <dt>{t('column.account')}</dt>
          <dd>
            <bdi>{showHidden(account)}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('column.openedBy')}</dt>
          <dd>{openerWords(opener, t)}</dd>
        </div>
        <div>
          <dt>{t('column.purpose')}</dt>
          <dd className="pd-anywhere">
            <bdi>{showHidden(purpose)}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('column.grant')}</dt>
          <dd>
            {grantId === null ? (
              t('activity.noGrant')
            ) : (
              <GrantLink id={grantId} grant={grant.data} />
            )}
          </dd>
        </div>
      </dl>
    </Section>
  );
}

/** The grant by its purpose, which is what the holder read, and until when it holds. */
function GrantLink({ id, grant }: { readonly id: string; readonly grant: Grant | undefined }) {
  const { t } = useTranslation('sessions');
  return (
    <span className="pd-anywhere">
      <Anchor component={PlaceLink} inherit underline="always" href={grantAddress(id)} title={id}>
        <bdi>{showHidden(grant?.purpose || id)}</bdi>
      </Anchor>
      {grant !== undefined && (
        <span className="pd-dim">
          {' · '}
          {t('activity.until')} <Instant at={grant.terms.ends_at} precision="minute" withZone />
        </span>
      )}
    </span>
  );
}

function Cost({ session: shown }: { readonly session: Session }) {
  const { t } = useTranslation('sessions');
  const metering = useSessionMetering(shown.session_id);
  const grant = useGrant(shown.grant_id);
  return (
    <Section title={t('activity.cost')}>
      <Loaded query={metering} failed={t('activity.costFailed')}>
        {(found) => <CostSoFar session={shown} metering={found} grant={grant.data} />}
      </Loaded>
    </Section>
  );
}

function CostSoFar({
  session: shown,
  metering,
  grant,
}: {
  readonly session: Session;
  readonly metering: SessionMetering;
  readonly grant: Grant | undefined;
}) {
  const { t } = useTranslation('sessions');
  const { total_cost: cost, currency } = metering.pricing;
  return (
    <div className="pd-stack pd-gap-8" aria-live="polite">
      <p className="pd-flush">
        <span className={session.figureValue}>
          <MoneyText value={cost} currency={currency} headline short />
        </span>{' '}
        <span className="pd-caption">{t('activity.soFar')}</span>
      </p>
      {grant !== undefined && <SpentBar grant={grant} />}
      {grant?.epsilon != null && <EpsilonBar epsilon={grant.epsilon} />}
      {shown.status === 'active' && <Forecast session={shown} metering={metering} grant={grant} />}
    </div>
  );
}

/** The overview: what needs attention first, then figures, the ledger, thirty days, what is new. */
import type { ReactNode } from 'react';
import { Skeleton } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Overview } from '../../../shared/contract/overview.ts';
import type { Chain } from '../../../shared/contract/chain.ts';
import { withLedger } from '../../../shared/ledger-attention.ts';
import { useMe } from '../../api/me.ts';
import { useChain } from '../../api/chain.ts';
import { useOverview } from '../../api/overview.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { TabsPage } from '../../ui/page/tabs-page.tsx';
import { prefer, usePreferences } from '../../state/preferences.ts';
import { useNow } from '../../ui/chain/use-now.ts';
import { ErrorState } from '../../ui/states.tsx';
import { useSlow } from '../../ui/use-slow.ts';
import { ActivityList } from './activity-list.tsx';
import { AttentionList } from './attention-list.tsx';
import { DaysMap } from './days-map.tsx';
import { FigureTiles } from './figure-tiles.tsx';
import { FirstSteps } from './first-steps.tsx';
import { LedgerCard } from './ledger-card.tsx';
import { besides, profileOrders, usualProfile, type Part } from './profiles.ts';
import { profiles, type Profile } from './search.ts';
import { TourOffer } from './tour-offer.tsx';
import { SegmentedControl } from '../../ui/form/choices.tsx';
import classes from './overview.module.css';

const route = getRouteApi('/overview');

export function OverviewScreen() {
  const { t } = useTranslation('overview');
  const profile = useProfile();
  const query = useOverview();
  const chain = useChain();
  // How the ledger stands is said by one answer; without it nothing is said of the rest.
  const isReady = query.data !== undefined && !chain.isLoading;
  return (
    <TabsPage title={t('title')} actions={<ProfileChoice profile={profile} />}>
      <div className={classes.scroll}>
        <div className={classes.screen} data-dimmed={query.isPlaceholderData || undefined}>
          <TourOffer />
          {isReady && <Parts overview={query.data} chain={chain.data} profile={profile} />}
          {query.data === undefined && query.isError && (
            <ErrorState
              error={query.error}
              title={t('failed')}
              onRetry={() => void query.refetch()}
            />
          )}
          {!isReady && !query.isError && <Loading />}
        </div>
      </div>
    </TabsPage>
  );
}

/** That of the address, else the one that was chosen, else what the key and the workspace say. */
function useProfile(): Profile {
  const { profile } = route.useSearch();
  const chosen = usePreferences((state) => state.overviewProfile);
  const role = useMe().data?.role;
  const kind = useWorkspace().data?.kind;
  return profile ?? chosen ?? usualProfile(role, kind);
}

function ProfileChoice({ profile }: { profile: Profile }) {
  const { t } = useTranslation('overview');
  const navigate = route.useNavigate();
  return (
    <SegmentedControl
      aria-label={t('profile.label')}
      value={profile}
      onChange={(value) => {
        prefer({ overviewProfile: value });
        void navigate({ search: {}, replace: true });
      }}
      data={profiles.map((value) => ({ value, label: t(`profile.${value}`) }))}
    />
  );
}

function isEmpty({ figures, activity }: Overview): boolean {
  const decisions = figures.find(({ kind }) => kind === 'decisions');
  return decisions?.value === 0 && activity.length === 0;
}

function Parts({
  overview,
  chain,
  profile,
}: {
  overview: Overview;
  /** Undefined for whom it is not. */
  chain: Chain | undefined;
  profile: Profile;
}) {
  const now = useNow();
  if (isEmpty(overview)) return <FirstSteps />;
  const { parts, figures, attention } = profileOrders[profile];
  const contents: Readonly<Record<Part, ReactNode>> = {
    attention: (
      <AttentionList
        items={
          chain === undefined ? overview.attention : withLedger(overview.attention, chain, now)
        }
        order={attention}
      />
    ),
    ledger:
      chain === undefined || chain.verification === null ? null : <LedgerCard chain={chain} />,
    figures: <FigureTiles figures={overview.figures} order={figures} />,
    days:
      overview.days === null ? null : (
        <DaysMap days={overview.days} generatedAt={overview.generated_at} />
      ),
    activity: <ActivityList items={overview.activity} />,
  };
  const isAlone = (part: Part) => {
    const other = besides[part];
    return other !== null && contents[other] === null;
  };
  return parts
    .filter((part) => contents[part] !== null)
    .map((part) => (
      <div
        key={part}
        className={classes.part}
        data-part={part}
        data-alone={isAlone(part) || undefined}
      >
        {contents[part]}
      </div>
    ));
}

function Loading() {
  const { t } = useTranslation('overview');
  const slow = useSlow(true);
  return (
    <div className="pd-grid pd-gap-12" role="status" aria-busy="true" aria-label={t('loading')}>
      {slow &&
        [64, 96, 220, 220].map((height, index) => (
          <Skeleton key={`${height}-${index === 3 ? 'last' : index}`} height={height} radius="md" />
        ))}
    </div>
  );
}

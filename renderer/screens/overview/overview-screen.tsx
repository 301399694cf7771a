/** The overview of whoever looks: of compliance, a data holder, a lab, and of somebody who tries it. */
import type { ComponentType } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Overview } from '../../../shared/contract/overview.ts';
import { useChain } from '../../api/chain.ts';
import { useMe } from '../../api/me.ts';
import { useOverview } from '../../api/overview.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { prefer, usePreferences } from '../../state/preferences.ts';
import { SegmentedControl } from '../../ui/form/choices.tsx';
import { TabsPage } from '../../ui/page/tabs-page.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { DemoAge } from './demo-age.tsx';
import { FirstSteps } from './first-steps.tsx';
import { HolderParts } from './holder-parts.tsx';
import { LabParts } from './lab-parts.tsx';
import { OfficerParts } from './officer-parts.tsx';
import type { PartsProps } from './parts.ts';
import { profiles, usualProfile, type Profile } from './search.ts';
import { TourOffer } from './tour-offer.tsx';
import { OverviewWait } from './waits.tsx';
import classes from './overview.module.css';

const route = getRouteApi('/overview');

const partsOf: Readonly<Record<Profile, ComponentType<PartsProps>>> = {
  officer: OfficerParts,
  holder: HolderParts,
  lab: LabParts,
  demo: OfficerParts,
};

export function OverviewScreen() {
  const { t } = useTranslation('overview');
  const profile = useProfile();
  const query = useOverview();
  const chain = useChain();
  // How the ledger stands is said by one answer; without it nothing is said of the rest.
  const isReady = query.data !== undefined && !chain.isLoading;
  const Parts = partsOf[profile];
  return (
    <TabsPage title={t('title')} actions={<ProfileChoice profile={profile} />}>
      <div className="pd-fill pd-line-above pd-scroll pd-container">
        <div className={classes.screen} data-dimmed={query.isPlaceholderData || undefined}>
          <TourOffer />
          {query.data !== undefined && <DemoAge overview={query.data} />}
          {isReady &&
            (isEmpty(query.data) ? (
              <FirstSteps />
            ) : (
              <Parts overview={query.data} chain={chain.data} />
            ))}
          {query.data === undefined && query.isError && (
            <ErrorState
              error={query.error}
              title={t('failed')}
              onRetry={() => void query.refetch()}
            />
          )}
          {!isReady && !query.isError && <OverviewWait />}
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

function isEmpty({ decisions, activity }: Overview): boolean {
  return decisions === 0 && activity.length === 0;
}

/** In place of figures: nobody has said what an outcome is. The proposal, and the way to confirm it. */
import { Button } from '@mantine/core';
import { IconChartHistogram } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/capabilities.ts';
import { useProfileProposal } from '../../api/profiles.ts';
import { openDialog } from '../../state/dialogs.ts';
import { formatCount } from '../../ui/format.ts';
import { Section } from '../../ui/page/detail-page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ProfileSummary } from './profile/profile-summary.tsx';

export function NoProfile({ modelId }: { readonly modelId: string }) {
  const { t } = useTranslation('oversight');
  const may = useMay();
  const mayConfirm = may('createProfile');
  const proposal = useProfileProposal(mayConfirm ? modelId : undefined).data;
  return (
    <>
      <EmptyState
        icon={<IconChartHistogram size={20} stroke={1.6} />}
        title={t('noProfile.title')}
        actions={
          mayConfirm && (
            <Button
              variant="filled"
              onClick={() => openDialog({ kind: 'decision-profile', modelId })}
            >
              {t('noProfile.open')}
            </Button>
          )
        }
      >
        {t('noProfile.text')}
      </EmptyState>
      {proposal !== undefined && (
        <Section
          title={t('noProfile.proposal', {
            count: proposal.records,
            records: formatCount(proposal.records),
          })}
        >
          <ProfileSummary profile={proposal} />
        </Section>
      )}
    </>
  );
}

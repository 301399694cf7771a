/** Saves the report of the verification that is shown: verdict, scope, method and limits, as a PDF. */
import { Button } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Verification } from '../../../shared/contract/chain.ts';
import { fetchReport } from '../../api/chain.ts';
import { useFileSaver } from '../../ui/use-file-saver.ts';

/** Nothing while nothing was verified: there is nothing to report. */
export function ReportButton({ verification }: { verification: Verification | null }) {
  const { t } = useTranslation('integrity');
  const { busy, save } = useFileSaver();
  if (verification === null) return null;
  return (
    <Button
      leftSection={<IconFileTypePdf size={14} stroke={1.75} />}
      loading={busy}
      onClick={() =>
        save(
          () => fetchReport(verification.verification_id),
          (name) => t('report.saved', { name }),
          t('report.failed'),
        )
      }
    >
      {t('report.save')}
    </Button>
  );
}

/** Saves the report of the verification that is shown: verdict, scope, method and limits, as a PDF. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Verification } from '../../../shared/contract/chain.ts';
import { fetchReport } from '../../api/chain.ts';
import { toFailure } from '../../api/client.ts';
import { notify } from '../../state/notices.ts';
import { saveFile } from '../../ui/save-file.ts';

/** Nothing while nothing was verified: there is nothing to report. */
export function ReportButton({ verification }: { verification: Verification | null }) {
  const { t } = useTranslation('integrity');
  const [busy, setBusy] = useState(false);
  if (verification === null) return null;
  const save = async () => {
    setBusy(true);
    try {
      const file = await fetchReport(verification.verification_id);
      saveFile(file);
      notify({ title: t('report.saved', { name: file.name }) });
    } catch (error) {
      const failure = toFailure(error);
      notify({
        tone: 'bad',
        title: t('report.failed'),
        reason: failure.message,
        requestId: failure.requestId,
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      leftSection={<IconFileTypePdf size={14} stroke={1.75} />}
      loading={busy}
      onClick={() => void save()}
    >
      {t('report.save')}
    </Button>
  );
}

/** Letters of a request: those that were signed, and a way to write one about each decision. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconDownload, IconMail, IconMailPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PersonRequest } from '../../../shared/contract/persons.ts';
import { stepFault } from '../../../shared/oversight/request-steps.ts';
import { useMay } from '../../api/capabilities.ts';
import { personLetterPdf } from '../../api/persons.ts';
import { formatCount } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { useFileSaver } from '../../ui/use-file-saver.ts';
import { LetterDialog } from './letter-dialog.tsx';
import { NotNow } from './not-now.tsx';
import { requestState } from './request-state.ts';

export function ExplainPanel({ request }: { readonly request: PersonRequest }) {
  const { t } = useTranslation('persons');
  const [isOpen, setOpen] = useState(false);
  const may = useMay()('createPersonLetter');
  const fault = stepFault('letter', requestState(request));
  const [recordId] = request.record_ids ?? [];
  const canWrite = may && fault === undefined && recordId !== undefined;
  return (
    <div className="pd-stack pd-slim pd-gap-12">
      <div className="pd-wrapping pd-gap-8-16">
        <span className="pd-note">{t('explain.text')}</span>
        {canWrite && (
          <Button
            variant="filled"
            leftSection={<IconMailPlus size={14} stroke={1.75} />}
            onClick={() => setOpen(true)}
          >
            {t('explain.action')}
          </Button>
        )}
      </div>
      <NotNow fault={fault} />
      {request.letters.length === 0 ? (
        <EmptyState compact icon={<IconMail size={20} stroke={1.6} />} title={t('explain.empty')}>
          {t('explain.emptyText')}
        </EmptyState>
      ) : (
        <Letters request={request} />
      )}
      {recordId !== undefined && (
        <LetterDialog
          request={request}
          recordId={recordId}
          opened={isOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

function Letters({ request }: { readonly request: PersonRequest }) {
  const { t } = useTranslation('persons');
  const file = useFileSaver();
  const { request_id: id, number } = request;
  const pdfOf = async (n: number) => {
    const { content } = await personLetterPdf(id, n);
    return { content, name: `${number}-${n}.pdf` };
  };
  return (
    <PlainTable
      label={t('explain.letters')}
      columns={[
        { label: t('history.n') },
        { label: t('explain.signed') },
        { label: t('letter.language') },
        { label: t('find.record') },
        { label: t('explain.save'), isSilent: true, fixed: true },
      ]}
    >
      {request.letters.map(
        ({ n, language, signed_at: at, record_id: record, is_there: isThere }) => (
          <tr key={n}>
            <td>{formatCount(n)}</td>
            <td>
              <Instant at={at} withZone />
            </td>
            <td>{t(`letter.languages.${language}`)}</td>
            <td className="pd-mono">{record ?? t('erased')}</td>
            <td>
              {isThere && (
                <Button
                  size="compact-xs"
                  leftSection={<IconDownload size={13} stroke={1.75} />}
                  loading={file.busy}
                  onClick={() =>
                    file.save(
                      () => pdfOf(n),
                      (name) => t('explain.saved', { name }),
                      t('explain.notSaved'),
                    )
                  }
                >
                  {t('explain.save')}
                </Button>
              )}
            </td>
          </tr>
        ),
      )}
    </PlainTable>
  );
}

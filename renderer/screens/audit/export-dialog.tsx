/** The audit log as a file: the format, the times, the job, the download. */
import { useState } from 'react';
import { Button, Radio } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  auditExportFormats,
  auditExportResultSchema,
  type AuditFilter,
} from '../../../shared/contract/audit.ts';
import type { Job } from '../../../shared/contract/jobs.ts';
import { auditExportPath, useCreateAuditExport } from '../../api/audit.ts';
import { CsvSignsField, usualCsvSigns } from '../../ui/list/csv-signs-field.tsx';
import { ExportModal } from '../../ui/list/export-modal.tsx';
import { useFormFaults } from '../../ui/form-faults.ts';
import { formatBytes, formatCount, zoneName } from '../../ui/format.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import form from '../../ui/form/form.module.css';

export interface AuditExportDialogProps {
  readonly opened: boolean;
  readonly filter: AuditFilter;
  /** Events that the filter finds; undefined while unknown. */
  readonly total: number | undefined;
  readonly onClose: () => void;
}

export function AuditExportDialog(props: AuditExportDialogProps) {
  const { t } = useTranslation('audit');
  const { t: tables } = useTranslation('tables');
  return (
    <ExportModal
      opened={props.opened}
      onClose={props.onClose}
      title={t('export.title')}
      size={520}
      file={{
        words: {
          making: t('export.making'),
          done: t('export.done'),
          failed: t('export.broke'),
          stopped: t('export.stopped'),
          again: t('export.again'),
          sha256: t('export.sha256'),
          download: t('export.download'),
          gone: t('export.gone'),
        },
        path: auditExportPath,
        read: (job) => {
          const { data } = auditExportResultSchema.safeParse(job.result);
          if (data === undefined) return undefined;
          const size = t('export.result', {
            count: data.events,
            formatted: formatCount(data.events),
            bytes: formatBytes(data.bytes),
          });
          const { list_separator: separator } = data;
          const signs = separator === ';' ? 'semicolonComma' : 'commaPoint';
          const text = separator === undefined ? size : `${size}. ${tables(`export.${signs}`)}`;
          return { text, sha256: data.sha256 };
        },
      }}
    >
      {(started, close) => <Ask {...props} onClose={close} onStarted={started} />}
    </ExportModal>
  );
}

function Ask({
  filter,
  total,
  onClose,
  onStarted,
}: AuditExportDialogProps & { onStarted: (job: Job) => void }) {
  const { t } = useTranslation(['audit', 'common']);
  const creating = useCreateAuditExport();
  const { element, failure, clear, fail } = useFormFaults();
  const [format, setFormat] = useState<(typeof auditExportFormats)[number]>('csv');
  const [signs, setSigns] = useState(usualCsvSigns);
  const [zone, setZone] = useState<'utc' | 'local'>('utc');
  const isNarrowed = Object.keys(filter).length > 0;
  return (
    <form
      ref={element}
      className={form.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        clear();
        creating.mutate(
          {
            ...filter,
            format,
            ...(format === 'csv' && signs.separator === ';' && { list_separator: signs.separator }),
            ...(format === 'csv' && zone === 'local' ? { time_zone: zoneName('local') } : {}),
          },
          { onSuccess: onStarted, onError: fail },
        );
      }}
    >
      <p className={form.text}>
        <strong>
          {isNarrowed && total !== undefined
            ? t('export.narrowed', { count: total, formatted: formatCount(total) })
            : t('export.everything')}
        </strong>
        {'. '}
        {t('export.text')}
      </p>
      <FormFailure failure={failure} title={t('export.failed')} />
      <Radio.Group
        label={t('export.format')}
        value={format}
        onChange={(value) => setFormat(auditExportFormats.find((each) => each === value) ?? format)}
      >
        {auditExportFormats.map((each) => (
          <Radio
            key={each}
            size="xs"
            mt={8}
            value={each}
            label={t(`export.formats.${each}`)}
            data-autofocus={each === format || undefined}
          />
        ))}
      </Radio.Group>
      {format === 'csv' && <CsvSignsField signs={signs} onSigns={setSigns} />}
      {format === 'csv' && (
        <Radio.Group
          label={t('export.zone')}
          value={zone}
          onChange={(value) => setZone(value === 'local' ? 'local' : 'utc')}
        >
          <Radio size="xs" mt={8} value="utc" label={t('export.utc')} />
          <Radio
            size="xs"
            mt={8}
            value="local"
            label={t('export.local', { zone: zoneName('local') })}
          />
        </Radio.Group>
      )}
      <div className={form.actions}>
        <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
        <Button type="submit" variant="filled" loading={creating.isPending}>
          {t('export.submit')}
        </Button>
      </div>
    </form>
  );
}

/** The audit log as a file: the format, the times, the job, the download. */
import { Radio } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  auditExportFormats,
  auditExportResultSchema,
  type AuditFilter,
} from '../../../shared/contract/audit.ts';
import { auditExportPath, useCreateAuditExport } from '../../api/audit.ts';
import { CsvSignsField, usualCsvSigns } from '../../ui/list/csv-signs-field.tsx';
import { ExportForm } from '../../ui/list/export-modal.tsx';
import { formatBytes, formatCount, zoneName } from '../../ui/format.ts';
import layout from '../../ui/form/form.module.css';

export interface AuditExportDialogProps {
  readonly opened: boolean;
  readonly filter: AuditFilter;
  /** Events that the filter finds; undefined while unknown. */
  readonly total: number | undefined;
  readonly onClose: () => void;
}

export function AuditExportDialog({ opened, filter, total, onClose }: AuditExportDialogProps) {
  const { t } = useTranslation('audit');
  const { t: tables } = useTranslation('tables');
  const creating = useCreateAuditExport();
  const isNarrowed = Object.keys(filter).length > 0;
  return (
    <ExportForm
      opened={opened}
      onClose={onClose}
      title={t('export.title')}
      size={520}
      submit={t('export.submit')}
      failed={t('export.failed')}
      initial={{ format: 'csv', signs: usualCsvSigns(), time_zone: 'utc' }}
      bodyOf={({ format, signs, time_zone: zone }) => ({
        ...filter,
        format: auditExportFormats.find((each) => each === format) ?? 'csv',
        ...(format === 'csv' && signs.separator === ';' && { list_separator: signs.separator }),
        ...(format === 'csv' && zone === 'local' && { time_zone: zoneName('local') }),
      })}
      send={(body, idempotencyKey) => creating.mutateAsync({ body, idempotencyKey })}
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
      {(form) => (
        <>
          <p className={layout.text}>
            <strong>
              {isNarrowed && total !== undefined
                ? t('export.narrowed', { count: total, formatted: formatCount(total) })
                : t('export.everything')}
            </strong>
            {'. '}
            {t('export.text')}
          </p>
          <Radio.Group label={t('export.format')} {...form.getInputProps('format')}>
            {auditExportFormats.map((each) => (
              <Radio
                key={each}
                size="xs"
                mt={8}
                value={each}
                label={t(`export.formats.${each}`)}
                data-autofocus={each === form.values.format || undefined}
              />
            ))}
          </Radio.Group>
          {form.values.format === 'csv' && (
            <>
              <CsvSignsField
                signs={form.values.signs}
                onSigns={(signs) => form.setFieldValue('signs', signs)}
              />
              <Radio.Group label={t('export.zone')} {...form.getInputProps('time_zone')}>
                <Radio size="xs" mt={8} value="utc" label={t('export.utc')} />
                <Radio
                  size="xs"
                  mt={8}
                  value="local"
                  label={t('export.local', { zone: zoneName('local') })}
                />
              </Radio.Group>
            </>
          )}
        </>
      )}
    </ExportForm>
  );
}

/** The fields that the rows of a dataset hold: names and types, never values. */
import { useState } from 'react';
import { Button, TextInput } from '@mantine/core';
import { IconEraser, IconFileImport, IconLock, IconSearch, IconTable } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Dataset, DatasetField } from '../../../shared/contract/datasets.ts';
import type { Policy } from '../../../shared/contract/policies.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useDatasetFields } from '../../api/datasets.ts';
import { useDatasetPolicy } from '../../api/policies.ts';
import { formatCount } from '../../ui/format.ts';
import { EmptyState, QueryError } from '../../ui/states.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import classes from './datasets.module.css';
import { isWithheld, methodOf } from '../../ui/policies/field-methods.ts';

/** Fields that the table draws; the search finds the others. */
const drawnFields = 500;

export interface FieldsPanelProps {
  readonly dataset: Dataset;
  readonly onImport: (() => void) | undefined;
}

export function FieldsPanel({ dataset, onImport }: FieldsPanelProps) {
  const { t } = useTranslation('datasets');
  const query = useDatasetFields(dataset.dataset_id);
  const isPublished = dataset.policy_version !== null;
  const policy = useDatasetPolicy(dataset.dataset_id, { enabled: isPublished });
  const [text, setText] = useState('');
  if (query.data === undefined) {
    return query.isError ? (
      <QueryError query={query} title={t('fields.failed')} />
    ) : (
      <p className="pd-note" role="status">
        {t('fields.loading')}
      </p>
    );
  }
  if (dataset.status === 'erased') {
    return (
      <EmptyState compact icon={<IconEraser size={20} stroke={1.6} />} title={t('fields.erased')}>
        {t('fields.erasedText')}
      </EmptyState>
    );
  }
  if (query.data.length === 0) {
    return (
      <EmptyState
        compact
        icon={<IconTable size={20} stroke={1.6} />}
        title={t('fields.empty')}
        actions={
          onImport === undefined ? undefined : (
            <Button
              variant="filled"
              leftSection={<IconFileImport size={14} stroke={1.75} />}
              onClick={onImport}
            >
              {t('import.action')}
            </Button>
          )
        }
      >
        {t('fields.emptyText')}
      </EmptyState>
    );
  }
  const wanted = text.trim().toLowerCase();
  const found = query.data.filter(({ path }) => path.toLowerCase().includes(wanted));
  return (
    <div className="pd-stack pd-slim pd-gap-12">
      <div className="pd-wrapping pd-gap-8-16">
        <TextInput
          size="xs"
          className={classes.find ?? ''}
          aria-label={t('fields.find')}
          placeholder={t('fields.find')}
          leftSection={<IconSearch size={13} aria-hidden="true" />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <span className="pd-note">{t('fields.note')}</span>
      </div>
      {found.length === 0 ? (
        <p className="pd-note">{t('fields.none', { text })}</p>
      ) : (
        <FieldTable fields={found.slice(0, drawnFields)} policy={policy.data?.in_force.policy} />
      )}
      {found.length > drawnFields && (
        <p className="pd-note">
          {t('fields.more', {
            count: found.length - drawnFields,
            formatted: formatCount(found.length - drawnFields),
          })}
        </p>
      )}
    </div>
  );
}

/** @param policy the one in force; undefined for a draft, and while it is not known yet */
function FieldTable({
  fields,
  policy,
}: {
  fields: readonly DatasetField[];
  policy: Policy | undefined;
}) {
  const { t } = useTranslation('datasets');
  return (
    <PlainTable
      label={t('tab.fields')}
      isText
      columns={[
        { label: t('fields.path') },
        { label: t('fields.types') },
        { label: t('fields.access') },
      ]}
    >
      {fields.map(({ path, types }) => (
        <tr key={path}>
          <th scope="row">
            <code className="pd-mono">
              <span className="pd-dim">{showHidden(path.slice(0, path.lastIndexOf('.') + 1))}</span>
              {showHidden(path.slice(path.lastIndexOf('.') + 1))}
            </code>
          </th>
          <td>
            <span className={classes.types}>
              {types.map((type) => (
                <span key={type} className={classes.type} data-type={type}>
                  {t(`types.${type}`)}
                </span>
              ))}
            </span>
          </td>
          <td>
            {policy !== undefined &&
              (isWithheld(policy, path) ? (
                <span className={classes.held}>
                  <IconLock size={13} stroke={1.75} aria-hidden="true" />
                  {t(`method.${methodOf(policy, path)}`)}
                </span>
              ) : (
                <span className="pd-dim">{t(`method.${methodOf(policy, path)}`)}</span>
              ))}
          </td>
        </tr>
      ))}
    </PlainTable>
  );
}

/** How the fields of a dataset are protected: decided by its holder, field by field, looked at, published; others read it. */
import { useTranslation } from 'react-i18next';
import { IconShieldLock } from '@tabler/icons-react';
import { Button } from '@mantine/core';
import type { Dataset } from '../../../../shared/contract/datasets.ts';
import { useMay } from '../../../api/capabilities.ts';
import { useDatasetFields } from '../../../api/datasets.ts';
import { useDatasetAnalysis, useDatasetPolicy } from '../../../api/policies.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { Loaded } from '../../../ui/page/loaded.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { PolicyPanel } from '../policy-panel.tsx';
import { PolicyEditor, type PolicyEditorProps } from './policy-editor.tsx';

export function ProtectionTab({
  dataset,
  onImport,
}: {
  readonly dataset: Dataset;
  readonly onImport: (() => void) | undefined;
}) {
  const { t } = useTranslation(['protection', 'datasets']);
  const may = useMay();
  const isOver = dataset.status === 'revoked' || dataset.status === 'erased';
  if (!may('putDatasetPolicy') || isOver) {
    return <PolicyPanel dataset={dataset} />;
  }
  if (dataset.record_count === 0 && dataset.policy_version === null) {
    return (
      <EmptyState
        compact
        icon={<IconShieldLock size={20} stroke={1.6} />}
        title={t('empty.title')}
        actions={
          onImport !== undefined && (
            <Button variant="filled" onClick={onImport}>
              {t('datasets:import.action')}
            </Button>
          )
        }
      >
        {t('empty.text')}
      </EmptyState>
    );
  }
  return <Deciding dataset={dataset} />;
}

/** The editor, once all that it begins with is read. */
function Deciding({ dataset }: { readonly dataset: Dataset }) {
  const { t } = useTranslation('protection');
  const { dataset_id: id, policy_version: version } = dataset;
  const policy = useDatasetPolicy(id, { enabled: version !== null });
  if (version === null) return <Begun dataset={dataset} published={undefined} />;
  return (
    <Loaded query={policy} failed={t('failed')}>
      {(published) => <Begun dataset={dataset} published={published} />}
    </Loaded>
  );
}

function Begun(props: Pick<PolicyEditorProps, 'dataset' | 'published'>) {
  const { t } = useTranslation('protection');
  const { dataset_id: id } = props.dataset;
  const workspace = useWorkspace();
  const analysis = useDatasetAnalysis(id);
  const fields = useDatasetFields(id);
  return (
    <Loaded query={workspace} failed={t('failed')}>
      {({ origin }) => (
        <Loaded query={analysis} failed={t('failed')}>
          {(found) => (
            <Loaded query={fields} failed={t('failed')}>
              {(known) => (
                <PolicyEditor {...props} origin={origin} analysis={found} fields={known} />
              )}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

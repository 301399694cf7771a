/** The fields to be decided about, the rows as a lab sees them, or the versions there were. */
import { useState } from 'react';
import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Dataset } from '../../../../shared/contract/datasets.ts';
import { usePolicyPreview } from '../../../api/policies.ts';
import { SegmentedControl } from '../../../ui/form/choices.tsx';
import { formatCount } from '../../../ui/format.ts';
import { QueryError } from '../../../ui/states.tsx';
import { AsLabSees } from './as-lab-sees.tsx';
import { FieldTable } from './field-table.tsx';
import { isChanged, isUndecided, withRule, type FieldRow } from './policy-draft.ts';
import type { RuleAsked } from './rule-dialog.tsx';
import { useAskedFields } from './use-asked-fields.ts';
import type { PolicyDrafting } from './use-policy-draft.ts';
import { Versions } from './versions.tsx';

const views = ['fields', 'seen', 'versions'] as const;

export interface EditorViewsProps {
  readonly dataset: Dataset;
  readonly drafting: PolicyDrafting;
  readonly rows: readonly FieldRow[];
  /** The number of the version that holds; undefined for a draft. */
  readonly inForce: number | undefined;
  readonly onAsk: (asked: RuleAsked) => void;
}

export function EditorViews(props: EditorViewsProps) {
  const { t } = useTranslation('protection');
  const { dataset, drafting, rows, inForce } = props;
  const [view, setView] = useState<(typeof views)[number]>('fields');
  const id = dataset.dataset_id;
  return (
    <>
      <div>
        <SegmentedControl
          aria-label={t('view.label')}
          data={views.map((value) => ({ value, label: t(`view.${value}`) }))}
          value={view}
          onChange={setView}
        />
      </div>
      {view === 'fields' && <Fields {...props} />}
      {view === 'seen' && (
        <AsLabSees
          datasetId={id}
          policy={drafting.draft.policy}
          addresses={rows.map(({ address }) => address)}
        />
      )}
      {view === 'versions' && <Versions datasetId={id} inForce={inForce} />}
    </>
  );
}

/** Fields that are drawn; the search finds the others. */
const drawnFields = 200;
/** Rows whose values stand beside a field. */
const besideRows = 3;
const choices = ['all', 'undecided', 'changed'] as const;

function Fields({ dataset, drafting, rows, onAsk }: EditorViewsProps) {
  const { t } = useTranslation('protection');
  const { draft, before, decide } = drafting;
  const { dataset_id: id } = dataset;
  const preview = usePolicyPreview(id, { policy: draft.policy, limit: besideRows });
  const askedBy = useAskedFields(id);
  const [text, setText] = useState('');
  const [choice, setChoice] = useState<(typeof choices)[number]>('all');
  const wanted = text.trim().toLowerCase();
  const found = rows.filter((row) => {
    if (!row.address.toLowerCase().includes(wanted)) return false;
    if (choice === 'undecided') return isUndecided(row);
    return choice === 'all' || isChanged(row, before);
  });
  const left = found.length - drawnFields;
  return (
    <>
      <div className="pd-wrapping pd-gap-8-16">
        <TextInput
          size="xs"
          aria-label={t('find')}
          placeholder={t('find')}
          leftSection={<IconSearch size={13} aria-hidden="true" />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('show.label')}
          data={choices.map((value) => ({ value, label: t(`show.${value}`) }))}
          value={choice}
          onChange={setChoice}
        />
        <Button
          size="xs"
          variant="subtle"
          onClick={() => onAsk({ address: undefined, method: 'withheld' })}
        >
          {t('rule.several')}
        </Button>
      </div>
      {preview.isError && <QueryError query={preview} title={t('notPublishable')} />}
      {found.length === 0 ? (
        <p className="pd-note">{t(rows.length === 0 ? 'noFields' : 'noneFound')}</p>
      ) : (
        <FieldTable
          rows={found.slice(0, drawnFields)}
          preview={preview.data}
          askedBy={askedBy}
          onDecide={(address, rule) => decide(withRule(draft.policy, address, rule))}
          onAsk={onAsk}
        />
      )}
      {left > 0 && (
        <p className="pd-note">{t('moreFields', { count: left, fields: formatCount(left) })}</p>
      )}
    </>
  );
}

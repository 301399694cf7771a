/** The policy of a dataset while it is decided: what stands about it, its terms, its fields, and its publication. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DatasetAnalysis } from '../../../../shared/contract/analysis.ts';
import type { Dataset, DatasetField } from '../../../../shared/contract/datasets.ts';
import type { DatasetPolicy } from '../../../../shared/contract/policy-routes.ts';
import { Section } from '../../../ui/page/detail-page.tsx';
import { PolicyTerms } from '../policy-panel.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { EditorHead } from './editor-head.tsx';
import { EditorViews } from './editor-views.tsx';
import { LookAlike } from './look-alike.tsx';
import { fieldRows, isUndecided, withProposals } from './policy-draft.ts';
import { RuleDialog, type RuleAsked } from './rule-dialog.tsx';
import { TermsDialog } from './terms-dialog.tsx';
import { usePolicyDraft } from './use-policy-draft.ts';
import { WithdrawPolicyDialog } from './withdraw-policy-dialog.tsx';
import classes from './protection.module.css';

export interface PolicyEditorProps {
  /** The ledger that the dataset is of. */
  readonly origin: string;
  readonly dataset: Dataset;
  /** Undefined for a draft. */
  readonly published: DatasetPolicy | undefined;
  /** null where the rows were not analysed yet. */
  readonly analysis: DatasetAnalysis | null;
  readonly fields: readonly DatasetField[];
}

type Opened = 'publish' | 'terms' | 'withdraw' | 'rule';

export function PolicyEditor({ origin, dataset, published, analysis, fields }: PolicyEditorProps) {
  const { t } = useTranslation('protection');
  const { dataset_id: id } = dataset;
  const drafting = usePolicyDraft(origin, id, published);
  const { draft, decide } = drafting;
  const { policy } = draft;
  const [opened, setOpened] = useState<Opened>();
  const [asked, setAsked] = useState<RuleAsked>({ address: undefined, method: 'withheld' });
  const close = () => setOpened(undefined);
  const rows = fieldRows(policy, analysis, fields);
  const known = rows.map(({ address }) => address);
  const undecided = rows.filter(isUndecided).length;
  const taken = (next: typeof policy) => {
    decide(next);
    close();
  };
  const announced = published?.announced ?? null;
  const ofThis = { datasetId: id, policy, known, onDecide: taken, onClose: close };
  return (
    <div className="pd-stack pd-slim pd-gap-12">
      <EditorHead
        drafting={drafting}
        published={published}
        undecided={undecided}
        onTakeAll={
          analysis === null || undecided === 0
            ? undefined
            : () => decide(withProposals(policy, analysis))
        }
        onPublish={() => setOpened('publish')}
        onWithdraw={() => setOpened('withdraw')}
      />
      <div className={classes.sides}>
        <Section
          title={t('terms.title')}
          actions={<Button onClick={() => setOpened('terms')}>{t('terms.change')}</Button>}
        >
          <PolicyTerms policy={policy} />
        </Section>
        {dataset.record_count > 0 && (
          <LookAlike datasetId={id} analysis={analysis} policy={policy} known={known} />
        )}
      </div>
      <EditorViews
        dataset={dataset}
        drafting={drafting}
        rows={rows}
        inForce={published?.in_force.version}
        onAsk={(next) => {
          setAsked(next);
          setOpened('rule');
        }}
      />
      <PublishDialog
        dataset={dataset}
        draft={draft}
        published={published}
        undecided={undecided}
        opened={opened === 'publish'}
        onClose={close}
        onPublished={() => {
          drafting.giveUp();
          close();
        }}
      />
      <TermsDialog {...ofThis} opened={opened === 'terms'} />
      <RuleDialog {...ofThis} asked={asked} opened={opened === 'rule'} />
      {announced !== null && (
        <WithdrawPolicyDialog
          dataset={dataset}
          announced={announced}
          opened={opened === 'withdraw'}
          onClose={close}
        />
      )}
    </div>
  );
}

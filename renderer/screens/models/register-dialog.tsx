/** Registering a card: its fields, then a last look before what cannot be undone. */
import { useTranslation } from 'react-i18next';
import { registerModelSchema, type ModelCard } from '../../../shared/contract/models.ts';
import { useModelNames, useRegisterModel } from '../../api/models.ts';
import { notify } from '../../state/notices.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import type { FaultsByField } from '../../ui/form/use-api-form.ts';
import { useMeanwhile } from '../../ui/form/use-meanwhile.ts';
import { CardFields } from './card-fields.tsx';
import { CardReview } from './card-review.tsx';
import {
  bodyOf,
  formOf,
  metricGroups,
  rowFaults,
  type CardDraft,
  type CardForm,
} from './card-form.ts';

export interface RegisterDialogProps {
  readonly opened: boolean;
  readonly draft: CardDraft;
  /** The version that the draft follows; null for a new model. */
  readonly follows: string | null;
  readonly onClose: () => void;
  readonly onRegistered: (card: ModelCard) => void;
}

/** The rows say themselves what is wrong with their names. */
function unclearRows(values: CardForm): FaultsByField {
  const unclear = metricGroups.filter((group) => rowFaults(values[group]).size > 0);
  return Object.fromEntries(unclear.map((group) => [`${group}[name]`, '']));
}

export function RegisterModelDialog(props: RegisterDialogProps) {
  const { opened, draft, follows, onClose, onRegistered } = props;
  const { t } = useTranslation('models');
  const register = useRegisterModel();
  const names = useModelNames().data;
  const meanwhile = useMeanwhile({
    current: { version: names?.find(({ model_id: id }) => id === draft.model_id)?.version ?? null },
    isOpen: opened && follows !== null && names !== undefined,
    isPending: register.isPending,
    lines: ({ version }) => [{ label: t('register.highest'), text: version ?? '' }],
  });
  const isUpon = follows !== null && names !== undefined;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={
        follows === null
          ? t('register.title')
          : t('register.versionTitle', { id: draft.model_id ?? '', version: follows })
      }
      size={720}
      submit={t('register.review')}
      failed={(failure) =>
        t(failure?.code === 'conflict' ? 'register.conflict' : 'register.failed')
      }
      note={t('form.unknownHint')}
      meanwhile={meanwhile}
      initial={formOf(draft)}
      bodyOf={(values) => ({
        ...bodyOf(values),
        ...(isUpon ? { if_previous: meanwhile.previous } : {}),
      })}
      schema={registerModelSchema}
      check={unclearRows}
      send={(body, idempotencyKey) => register.mutateAsync({ body, idempotencyKey })}
      onDone={(card) => {
        notify({ title: t('register.done', { id: card.model_id, version: card.version }) });
        onRegistered(card);
      }}
      review={{
        submit: t('review.confirm'),
        back: t('review.back'),
        children: (values) => <CardReview values={values} />,
      }}
    >
      {(form) => <CardFields form={form} isNew={follows === null} />}
    </FormDialog>
  );
}

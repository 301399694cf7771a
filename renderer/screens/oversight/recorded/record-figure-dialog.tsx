/** Recording a figure as evidence: which one, of what filter and basis, over how many decisions. */
import { Checkbox, Radio } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  createFigureSchema,
  figureMeasures,
  type CreateFigure,
  type Figure,
  type FigureMeasure,
} from '../../../../shared/contract/figures.ts';
import type { Oversight } from '../../../../shared/contract/oversight.ts';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { useRecordFigure } from '../../../api/figures.ts';
import { notify } from '../../../state/notices.ts';
import { readWhere } from '../../../ui/filter/where.ts';
import { fieldWord, restrictionWords } from '../../../ui/filter/where-words.ts';
import { FormDialog, type DialogProps } from '../../../ui/form/form-dialog.tsx';
import layout from '../../../ui/form/form.module.css';
import { formatCount } from '../../../ui/format.ts';

interface FigureForm {
  readonly measure: FigureMeasure;
  readonly groups: string[];
}

export function RecordFigureDialog({
  oversight,
  groups,
  onRecorded,
  ...dialog
}: DialogProps & {
  readonly oversight: Pick<Oversight, 'model_id' | 'where' | 'basis' | 'profile' | 'figures'>;
  /** Those of the table on the screen. */
  readonly groups: readonly string[];
  readonly onRecorded: (figure: Figure) => void;
}) {
  const { t } = useTranslation('figures');
  const recording = useRecordFigure();
  const { model_id: modelId, where, basis, profile } = oversight;
  const names = (profile.groups ?? []).map(({ name }) => name);
  const measures = figureMeasures.filter((each) => each !== 'groups' || names.length > 0);
  return (
    <FormDialog<FigureForm, CreateFigure, Figure>
      {...dialog}
      title={t('record.title')}
      size={600}
      submit={t('record.submit')}
      failed={t('record.failed')}
      initial={{ measure: 'outcomes', groups: [...groups] }}
      bodyOf={({ measure, groups: chosen }) => ({
        model_id: modelId,
        measure,
        where,
        basis,
        ...(measure === 'groups' ? { groups: names.filter((name) => chosen.includes(name)) } : {}),
      })}
      schema={createFigureSchema}
      send={(body, idempotencyKey) => recording.mutateAsync({ body, idempotencyKey })}
      onDone={(figure) => {
        notify({ title: t('record.done', { seq: formatCount(figure.sequence) }) });
        onRecorded(figure);
      }}
    >
      {(form) => (
        <>
          <p className={layout.text}>{t('record.text')}</p>
          <Radio.Group label={t('record.which')} {...form.getInputProps('measure')}>
            <div className={layout.checks}>
              {measures.map((each) => (
                <Radio
                  key={each}
                  value={each}
                  label={t(`measure.${each}`)}
                  description={t(`measureText.${each}`)}
                  data-autofocus={each === 'outcomes' || undefined}
                />
              ))}
            </div>
          </Radio.Group>
          {form.values.measure === 'groups' && (
            <Checkbox.Group
              label={t('record.groups')}
              description={t('record.groupsHint')}
              required
              {...form.getInputProps('groups')}
            >
              <div className={layout.checks}>
                {names.map((name) => (
                  <Checkbox key={name} value={name} label={showHidden(name)} />
                ))}
              </div>
            </Checkbox.Group>
          )}
          <Counted oversight={oversight} />
        </>
      )}
    </FormDialog>
  );
}

/** Filter, basis and number of decisions, as the screen has them. */
function Counted({
  oversight: { where, basis, figures },
}: {
  readonly oversight: Pick<Oversight, 'where' | 'basis' | 'figures'>;
}) {
  const { t } = useTranslation('figures');
  const { t: word } = useTranslation('where');
  const parts = Object.entries(readWhere(where)).map(([member, operand]) =>
    showHidden(`${fieldWord(member, word)} ${restrictionWords(member, operand, word)}`),
  );
  const { count } = figures.decisions;
  return (
    <p className={layout.text}>
      {t('record.counted', {
        count,
        amount: formatCount(count),
        basis: t(`basis.${basis}`),
        filter: parts.length === 0 ? t('noFilter') : parts.join(' · '),
      })}
    </p>
  );
}

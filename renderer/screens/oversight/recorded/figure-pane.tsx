/** One recorded figure: over what it was counted, its counts, its entry and its bundle. */
import { Anchor, Button } from '@mantine/core';
import { IconEraser, IconPackageExport } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  Figure,
  FigureDrift,
  FigureTable,
  FigureValue,
} from '../../../../shared/contract/figures.ts';
import { countedClasses } from '../../../../shared/contract/oversight.ts';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { useMay } from '../../../api/capabilities.ts';
import { useEntries } from '../../../api/chain.ts';
import { useFigure } from '../../../api/figures.ts';
import { openDialog } from '../../../state/dialogs.ts';
import { decisionsAddress } from '../../../ui/addresses.ts';
import { CopiedValue } from '../../../ui/copied-value.tsx';
import { readWhere } from '../../../ui/filter/where.ts';
import { fieldWord, restrictionWords, valueWord } from '../../../ui/filter/where-words.ts';
import { formatCount } from '../../../ui/format.ts';
import { Instant } from '../../../ui/instant.tsx';
import { Loaded } from '../../../ui/page/loaded.tsx';
import { PaneFact, PaneFacts, PanePage, PanePart, PaneText } from '../../../ui/page/pane-page.tsx';
import { PlaceLink } from '../../../ui/places/place-link.tsx';
import { EraseRowDialog } from '../../../ui/proof/erase-row-dialog.tsx';
import classes from '../oversight.module.css';

export function RecordedFigurePane({
  id,
  onClose,
}: {
  readonly id: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('figures');
  const query = useFigure(id);
  const { data } = query;
  return (
    <PanePage
      title={data === undefined ? t('pane') : t(`measure.${data.measure}`)}
      onClose={onClose}
    >
      <Loaded query={query} failed={t('oneFailed')}>
        {(figure) => <FigureBody figure={figure} />}
      </Loaded>
    </PanePage>
  );
}

function FigureBody({ figure }: { readonly figure: Figure }) {
  const { t } = useTranslation('figures');
  const may = useMay();
  const { figure_id: id, result, erased_since: erased, is_full_offered: isFullOffered } = figure;
  const bundle = () =>
    openDialog({
      kind: 'export-bundle',
      filter: null,
      recordIds: [],
      figure: { id, isFullOffered },
    });
  return (
    <div className="pd-slim pd-grid pd-gap-14">
      <FigureFacts figure={figure} />
      {erased > 0 && (
        <p className="pd-note">{t('erased', { count: erased, amount: formatCount(erased) })}</p>
      )}
      <PanePart title={t('counts')}>
        <Counts result={result} />
      </PanePart>
      {may('createBundle') && (
        <div className="pd-grid pd-gap-8">
          <p className="pd-note">{t(isFullOffered ? 'bundleText' : 'bundleAlone')}</p>
          <div className="pd-row pd-gap-8">
            <Button leftSection={<IconPackageExport size={15} stroke={1.75} />} onClick={bundle}>
              {t('bundle')}
            </Button>
            <EraseFigure figure={figure} />
          </div>
        </div>
      )}
      <EntryPart seq={figure.sequence} />
    </div>
  );
}

function Counts({ result }: Pick<Figure, 'result'>) {
  const { t } = useTranslation('figures');
  if (result === null) return <p className="pd-note">{t('noCounts')}</p>;
  return 'rows' in result ? <Rows table={result} /> : <Windows drift={result} />;
}

/** Its counts and its filter may name a person: the way to erase them for good. */
function EraseFigure({ figure: { figure_id: id, result, where } }: { readonly figure: Figure }) {
  const { t } = useTranslation('figures');
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const fields = [...(result === null ? [] : ['result']), ...(where === null ? [] : ['where'])];
  if (!may('createRowErasure') || (fields.length === 0 && !isOpen)) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconEraser size={15} stroke={1.75} />}
        onClick={() => setOpen(true)}
      >
        {t('erase')}
      </Button>
      <EraseRowDialog
        opened={isOpen}
        row={{ table: 'figures', id }}
        fields={fields}
        chosen={fields}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

/** The entry of the figure, as its bytes stand in the journal. */
function EntryPart({ seq }: { readonly seq: number }) {
  const { t } = useTranslation('figures');
  const may = useMay();
  const entries = useEntries(may('listEntries') ? seq : undefined, 1);
  const [entry] = entries.data?.data ?? [];
  const title = t('entry', { seq: formatCount(seq) });
  return (
    <PanePart title={title}>
      {entry?.seq === seq && <PaneText label={title}>{showHidden(entry.bytes)}</PaneText>}
    </PanePart>
  );
}

function FigureFacts({ figure }: { readonly figure: Figure }) {
  const { t } = useTranslation('figures');
  const { t: word } = useTranslation('where');
  const decisions = t('decisions', { count: figure.count, amount: formatCount(figure.count) });
  const filterWords = (where: string) => {
    const words = Object.entries(readWhere(where)).map(([member, operand]) =>
      showHidden(`${fieldWord(member, word)} ${restrictionWords(member, operand, word)}`),
    );
    return words.length === 0 ? t('noFilter') : words.join(' · ');
  };
  return (
    <PaneFacts>
      <PaneFact name={t('column.model')}>{showHidden(figure.model_id)}</PaneFact>
      <PaneFact name={t('filter')}>
        {figure.where === null ? t('noFilterLeft') : filterWords(figure.where)}
      </PaneFact>
      <PaneFact name={t('column.basis')}>{t(`basis.${figure.basis}`)}</PaneFact>
      <PaneFact name={t('column.count')}>
        {figure.where === null ? (
          decisions
        ) : (
          <Anchor
            component={PlaceLink}
            size="sm"
            underline="always"
            href={decisionsAddress({ model_id: figure.model_id, where: figure.where })}
          >
            {decisions}
          </Anchor>
        )}
      </PaneFact>
      <PaneFact name={t('column.profile')}>{t('profileOf', { n: figure.profile_n })}</PaneFact>
      <PaneFact name={t('column.created')}>
        <Instant at={figure.created_at} withZone />
      </PaneFact>
      <PaneFact name={t('column.actor')}>{showHidden(figure.actor.id)}</PaneFact>
      <PaneFact name={t('column.hash')}>
        <CopiedValue value={figure.hash} what={t('column.hash')} />
      </PaneFact>
      <PaneFact name={t('root')}>
        <CopiedValue value={figure.ids_root} what={t('root')} />
      </PaneFact>
      <PaneFact name={t('column.id')}>
        <CopiedValue value={figure.figure_id} what={t('column.id')} />
      </PaneFact>
    </PaneFacts>
  );
}

/** Rows of the table, by the values of its fields; classes that none is of are left out. */
function Rows({ table: { fields, rows } }: { readonly table: FigureTable }) {
  const { t } = useTranslation('figures');
  const { t: word } = useTranslation('where');
  const told = countedClasses.filter((name) => rows.some((row) => row[name] > 0));
  if (rows.length === 0) return <p className="pd-note">{t('noDecisions')}</p>;
  const words = (field: string, value: FigureValue) => {
    if (typeof value === 'object' && value !== null && 'absent' in value) return t('without');
    if (field !== 'confidence') return showHidden(valueWord(value, word));
    return t(`bin`, { from: Number(value) / 10, to: (Number(value) + 1) / 10 });
  };
  return (
    <div className={classes.countsRoom} role="region" tabIndex={0} aria-label={t('column.count')}>
      <table className="pd-table pd-cells pd-headed pd-grid-size">
        <thead>
          <tr>
            {fields.map((field) => (
              <th key={field} scope="col">
                {showHidden(fieldWord(field, word))}
              </th>
            ))}
            {told.map((name) => (
              <th key={name} scope="col" data-align="end">
                {t(`class.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={JSON.stringify(row.values)}>
              {row.values.map((value, at) => (
                <td key={fields[at]}>{words(fields[at] ?? '', value)}</td>
              ))}
              {told.map((name) => (
                <td key={name} data-align="end">
                  {formatCount(row[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Windows({ drift }: { readonly drift: FigureDrift }) {
  const { t } = useTranslation('figures');
  const { t: word } = useTranslation('where');
  return (
    <PaneFacts>
      {(['baseline', 'current'] as const).map((name) => {
        const { count, from, to } = drift[name];
        return (
          <PaneFact key={name} name={t(`window.${name}`)}>
            {t('decisions', { count, amount: formatCount(count) })}
            {from !== null && (
              <>
                {' '}
                {t('from')} <Instant at={from} />
              </>
            )}
            {to !== null && (
              <>
                {' '}
                {t('to')} <Instant at={to} />
              </>
            )}
          </PaneFact>
        );
      })}
      <PaneFact name={t('fields')}>
        {drift.fields
          .map(({ field, buckets }) =>
            t('fieldBuckets', {
              field: showHidden(fieldWord(field, word)),
              count: buckets.length,
              amount: formatCount(buckets.length),
            }),
          )
          .join(' · ')}
      </PaneFact>
    </PaneFacts>
  );
}

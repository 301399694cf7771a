/** Why the model answered as it did, as the sender stated it: attributions as bars, all of it as a tree. */
import { useMemo, useState } from 'react';
import { UnstyledButton } from '@mantine/core';
import { IconMessageCircleQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { JsonObject } from '../../../../shared/contract/json.ts';
import { canonicalJson } from '../../../../shared/ledger/canonical-json.ts';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { formatCount, formatSigned, formatSignificant } from '../../../ui/format.ts';
import { indexJson, visibleNodes, type JsonNode } from '../../../ui/json/json-index.ts';
import { JsonTree, treeHeight } from '../../../ui/json/json-tree.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { findAttributions, type Attributions } from './attributions.ts';
import classes from './inspector.module.css';

const firstRows = 15;

/** A bar for a share from -1 to 1 of the largest weight; with negative ones around, zero is in the middle. */
function barStyle(share: number, signed: boolean) {
  if (!signed) return { width: `${share * 100}%` };
  const width = Math.abs(share) * 50;
  return { width: `${width}%`, marginInlineStart: `${share < 0 ? 50 - width : 50}%` };
}

function Bars({ attributions }: { attributions: Attributions }) {
  const { t } = useTranslation('inspector');
  const [all, setAll] = useState(false);
  const { rows } = attributions;
  const largest = Math.max(...rows.map((row) => Math.abs(row.weight)), Number.MIN_VALUE);
  const anyNegative = rows.some((row) => row.weight < 0);
  const shown = all ? rows : rows.slice(0, firstRows);
  return (
    <section className="pd-slim">
      <h3 className={classes.caption}>{t('explanation.title')}</h3>
      <Figures attributions={attributions} />
      <table className={classes.bars} data-signed={anyNegative || undefined}>
        <colgroup>
          <col className={classes.barName} />
          <col />
          <col className={classes.barNumber} />
        </colgroup>
        <thead className="pd-hidden">
          <tr>
            <th scope="col">{t('explanation.feature')}</th>
            <th scope="col" aria-hidden="true" />
            <th scope="col">{t('explanation.weight')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.place}>
              <th scope="row" title={showHidden(row.feature)}>
                <bdi>{showHidden(row.feature)}</bdi>
              </th>
              <td aria-hidden="true">
                <span className={classes.track} data-negative={row.weight < 0 || undefined}>
                  <span style={barStyle(row.weight / largest, anyNegative)} />
                </span>
              </td>
              <td title={String(row.weight)}>{formatSigned(row.weight)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > firstRows && (
        <UnstyledButton className={classes.link} onClick={() => setAll(!all)}>
          {all
            ? t('explanation.showFewer', { count: firstRows })
            : t('explanation.showAll', { count: rows.length })}
        </UnstyledButton>
      )}
      <p className={classes.quiet}>{t('explanation.note')}</p>
    </section>
  );
}

/** How the weights were found, what they begin with and what they add up to. */
function Figures({ attributions: { rows, method, base } }: { attributions: Attributions }) {
  const { t } = useTranslation('inspector');
  const sum = rows.reduce((total, row) => total + row.weight, 0);
  const figures = {
    method: method === undefined ? undefined : <bdi>{showHidden(method)}</bdi>,
    base: base === undefined ? undefined : formatSignificant(base),
    sum: formatSigned(sum),
    total: base === undefined ? undefined : formatSignificant(base + sum),
  };
  return (
    <dl className={classes.chips}>
      {(['method', 'base', 'sum', 'total'] as const).map(
        (name) =>
          figures[name] !== undefined && (
            <div key={name}>
              <dt>{t(`explanation.${name}`)}</dt>
              <dd>{figures[name]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Everything({ explanation }: { explanation: JsonObject }) {
  const { t } = useTranslation('inspector');
  const index = useMemo(() => indexJson(canonicalJson(explanation)), [explanation]);
  const [chosen, setChosen] = useState<{ of: unknown; node: JsonNode }>();
  if (index === undefined) return null;
  const rows = visibleNodes(index, () => true).length;
  return (
    <section className="pd-slim">
      <h3 className={classes.caption}>
        {t('explanation.everything')} <span className="pd-light">{formatCount(rows)}</span>
      </h3>
      <div style={{ height: Math.min(420, treeHeight(Math.max(rows, 4))) }}>
        <JsonTree
          index={index}
          selected={chosen !== undefined && chosen.of === index ? chosen.node : undefined}
          onSelect={(node) => setChosen({ of: index, node })}
          label={t('explanation.everything')}
        />
      </div>
    </section>
  );
}

export function ExplanationTab({ explanation }: { explanation: JsonObject | undefined }) {
  const { t } = useTranslation('inspector');
  const attributions = useMemo(
    () => (explanation === undefined ? undefined : findAttributions(explanation)),
    [explanation],
  );
  if (explanation === undefined || Object.keys(explanation).length === 0) {
    return (
      <EmptyState
        icon={<IconMessageCircleQuestion size={20} stroke={1.6} />}
        title={t(explanation === undefined ? 'explanation.noneTitle' : 'explanation.emptyTitle')}
      >
        {t('explanation.none')}
      </EmptyState>
    );
  }
  return (
    <div className="pd-pane-body">
      {attributions !== undefined && <Bars attributions={attributions} />}
      <Everything explanation={explanation} />
    </div>
  );
}

/** What the card says and what it leaves unknown, against the service's fields and EU AI Act Annex IV. */
import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import type { CompletenessGroup, CompletenessItem } from '../../../shared/contract/models.ts';
import { useModelCompleteness } from '../../api/models.ts';
import { Sideways } from '../../ui/sideways.tsx';
import { QueryError } from '../../ui/states.tsx';
import { StatusBadge, type StatusShape, type StatusTone } from '../../ui/status-badge.tsx';
import { InEnglish } from '../../ui/in-english.tsx';
import classes from './card.module.css';

const looks: Readonly<Record<CompletenessItem['status'], readonly [StatusTone, StatusShape]>> = {
  present: ['neutral', 'dot'],
  partial: ['warn', 'triangle'],
  unknown: ['mute', 'ring'],
};

function ItemBadge({ status }: { status: CompletenessItem['status'] }) {
  const { t } = useTranslation('models');
  const [tone, shape] = looks[status];
  return (
    <StatusBadge tone={tone} shape={shape}>
      {t(`completeness.status.${status}`)}
    </StatusBadge>
  );
}

/** Present, partial and unknown as parts of one bar. Decorative: the words beside it say the figures. */
export function CompletenessMeter({
  present,
  partial,
  total,
}: {
  present: number;
  partial: number;
  total: number;
}) {
  const share = (count: number) => `${total === 0 ? 0 : (count / total) * 100}%`;
  return (
    <span className={classes.meter} aria-hidden="true">
      <span className={classes.meterPresent} style={{ width: share(present) }} />
      <span className={classes.meterPartial} style={{ width: share(partial) }} />
    </span>
  );
}

/** Members of a card as this console names them; the points of Annex IV have their titles from the service. */
function useFieldNames(): Readonly<Partial<Record<string, string>>> {
  const { t } = useTranslation('models');
  return t('field', { returnObjects: true });
}

function Group({ title, group }: { title: string; group: CompletenessGroup }) {
  const { t } = useTranslation('models');
  return (
    <div className={classes.completenessGroup}>
      <div className="pd-flex pd-gap-8 pd-split">
        <span>{title}</span>
        <span className="pd-flush pd-caption">
          {group.partial === 0
            ? t('completeness.of', { present: group.present, total: group.total })
            : t('completeness.ofPartly', {
                present: group.present,
                partial: group.partial,
                total: group.total,
              })}
        </span>
      </div>
      <CompletenessMeter present={group.present} partial={group.partial} total={group.total} />
    </div>
  );
}

/** The summary on the card; the whole list of Annex IV is one step away. */
export function CompletenessPanel({
  id,
  version,
  onShowAnnex,
}: {
  id: string;
  version: string;
  onShowAnnex: () => void;
}) {
  const { t } = useTranslation('models');
  const fields = useFieldNames();
  const query = useModelCompleteness(id, version);
  if (query.isError) {
    return <QueryError query={query} />;
  }
  if (query.data === undefined) return null;
  const { specification, annex_iv: annex } = query.data;
  const missing = specification.items.filter((item) => item.status !== 'present');
  return (
    <div className={classes.completeness}>
      <Group title={t('completeness.specification')} group={specification} />
      {missing.length > 0 && (
        <p className="pd-flush pd-caption">
          {t('completeness.missing', {
            list: missing.map(({ item, title }) => fields[item] ?? title).join(', '),
          })}
        </p>
      )}
      <Group title={t('completeness.annex')} group={annex} />
      <Button size="compact-sm" onClick={onShowAnnex}>
        {t('completeness.show', { count: annex.total - annex.present })}
      </Button>
    </div>
  );
}

function ItemTable({
  group,
  title,
  head,
}: {
  group: CompletenessGroup;
  title: string;
  head: string;
}) {
  const { t } = useTranslation('models');
  const fields = useFieldNames();
  return (
    <section className="pd-slim">
      <div className={classes.gapHead}>
        <h2 className="pd-flush pd-text-size pd-strong">{title}</h2>
        <span className="pd-flush pd-caption">
          {t('completeness.counts', {
            present: group.present,
            partial: group.partial,
            unknown: group.unknown,
          })}
        </span>
      </div>
      <Sideways>
        <table className={classes.gaps} aria-label={title}>
          <thead>
            <tr>
              <th scope="col" className={classes.gapItem}>
                {head}
              </th>
              <th scope="col">{t('completeness.asks')}</th>
              <th scope="col" className={classes.gapStatus}>
                {t('completeness.state')}
              </th>
              <th scope="col">{t('completeness.says')}</th>
            </tr>
          </thead>
          <tbody>
            {group.items.map((item) => (
              <tr key={item.item}>
                <th scope="row">
                  <code>{item.item}</code>
                </th>
                <td>{fields[item.item] ?? <InEnglish>{item.title}</InEnglish>}</td>
                <td>
                  <ItemBadge status={item.status} />
                </td>
                <td>
                  {item.sources.length > 0 && (
                    <span className={classes.sources}>
                      {item.sources.map((source) => (
                        <code key={source}>{source}</code>
                      ))}
                    </span>
                  )}
                  {item.note !== null && (
                    <span className="pd-dim">
                      <InEnglish>{item.note}</InEnglish>
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Sideways>
    </section>
  );
}

/** Every point asked for, and what the card says to it. */
export function CompletenessList({ id, version }: { id: string; version: string }) {
  const { t } = useTranslation('models');
  const query = useModelCompleteness(id, version);
  if (query.isError) {
    return <QueryError query={query} />;
  }
  if (query.data === undefined) return null;
  return (
    <div className={classes.gapLists}>
      <p className="pd-note">{t('completeness.text')}</p>
      <ItemTable
        title={t('completeness.annex')}
        head={t('completeness.point')}
        group={query.data.annex_iv}
      />
      <ItemTable
        title={t('completeness.specification')}
        head={t('completeness.member')}
        group={query.data.specification}
      />
    </div>
  );
}

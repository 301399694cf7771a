/** What the model answered and what is in effect, side by side, with the differences marked. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isJsonObject, type JsonObject } from '../../../shared/contract/json.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { leavesByPath } from '../../ui/json/leaves.ts';
import classes from './interventions.module.css';

export interface ComparedOutput {
  readonly path: string;
  /** JSON text; null where that side has no such member. */
  readonly original: string | null;
  readonly now: string | null;
}

/** The members of either output, those of the original first. */
export function compareOutputs(original: JsonObject, now: JsonObject): ComparedOutput[] {
  const left = leavesByPath(original);
  const right = leavesByPath(now);
  return [...new Set([...left.keys(), ...right.keys()])].map((path) => ({
    path,
    original: left.get(path) ?? null,
    now: right.get(path) ?? null,
  }));
}

/** Tells whether an object is what the API puts in the place of an erased one; also true of an object that says just this. */
export function isErased(value: JsonObject): boolean {
  return value['erased'] === true && Object.keys(value).length === 1;
}

/** `now` is null where the outcome in effect was erased. */
export function EffectComparison({
  original,
  now,
  as = 'now',
}: {
  original: JsonObject;
  now: JsonObject | null;
  /** What the other side is: in effect now, from now on, or only proposed. */
  as?: 'now' | 'fromNow' | 'proposed';
}) {
  const { t } = useTranslation('interventions');
  const members = useMemo(
    () => (now === null || !isJsonObject(now) ? [] : compareOutputs(original, now)),
    [original, now],
  );
  if (isErased(original) && (now === null || isErased(now))) return null;
  if (now === null) return <p className="pd-aside pd-pretty pd-below-6">{t('effect.erased')}</p>;
  const differing = members.filter((each) => each.original !== each.now).length;
  return (
    <>
      <p className="pd-aside pd-pretty pd-below-6">
        {differing === 0 ? t('effect.same') : t('effect.differs', { count: differing })}
      </p>
      <div className={classes.comparison} role="region" aria-label={t('effect.table')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('effect.member')}</th>
              <th scope="col">{t('effect.original')}</th>
              <th scope="col">{t(`effect.${as}`)}</th>
            </tr>
          </thead>
          <tbody>
            {members.map((each) => (
              <tr key={each.path} data-differs={each.original !== each.now || undefined}>
                <th scope="row">
                  <bdi>{showHidden(each.path)}</bdi>
                </th>
                <Value text={each.original} />
                <Value text={each.now} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Value({ text }: { text: string | null }) {
  const { t } = useTranslation('interventions');
  return (
    <td>
      {text === null ? (
        <span className={classes.absent}>{t('effect.absent')}</span>
      ) : (
        <code>
          <bdi>{showHidden(text)}</bdi>
        </code>
      )}
    </td>
  );
}

/** What happened to a request, fact by fact, and until when it is kept who it was about. */
import { useTranslation } from 'react-i18next';
import type { PersonRequest } from '../../../shared/contract/persons.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { formatCount, formatDay } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { useActorNames } from '../../ui/signing/person-words.ts';
import { NotSignedMark } from '../../ui/signing/not-signed-mark.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import classes from './persons.module.css';

export function ClosePanel({ request }: { readonly request: PersonRequest }) {
  const { t } = useTranslation('persons');
  const nameOf = useActorNames();
  const { kept_until: keptUntil, events } = request;
  return (
    <div className="pd-stack pd-slim pd-gap-12">
      {keptUntil !== null && (
        <p className={classes.note}>{t('close.keptUntil', { day: formatDay(keptUntil) })}</p>
      )}
      <PlainTable
        label={t('history.title')}
        isText
        columns={[
          { label: t('history.n') },
          { label: t('column.event') },
          { label: t('history.at') },
          { label: t('history.who') },
          { label: t('history.note') },
        ]}
      >
        {events.map(({ n, event, at, actor, is_signed: isSigned, note }) => (
          <tr key={n}>
            <td>{formatCount(n)}</td>
            <td>{t(`event.${event}`)}</td>
            <td>
              <Instant at={at} withZone />
            </td>
            <td>
              {nameOf(actor.id)} {signedEvents.has(event) && !isSigned && <NotSignedMark />}
            </td>
            <td className={classes.text}>{note === null ? '' : showHidden(note)}</td>
          </tr>
        ))}
      </PlainTable>
    </div>
  );
}

/** What people sign, once they are enrolled. */
const signedEvents: ReadonlySet<string> = new Set(['answered', 'objected', 'erased']);

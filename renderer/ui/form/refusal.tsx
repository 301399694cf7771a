/** Why a form was not taken, above its fields: the message, faults at no drawn field, the request id. */
import { IconAlertTriangle } from '@tabler/icons-react';
import type { FieldError } from '../../../shared/contract/errors.ts';
import type { ApiFailure } from '../../api/client.ts';
import { faultText } from '../fault-text.tsx';
import { InEnglish } from '../in-english.tsx';
import { RequestId } from '../states.tsx';
import classes from './form.module.css';

export function Refusal({
  title,
  failure,
  others,
}: {
  readonly title: string;
  /** Undefined where the form's own rules refused. */
  readonly failure: ApiFailure | undefined;
  /** Faults of fields that the form does not draw. */
  readonly others: readonly FieldError[];
}) {
  if (failure === undefined && others.length === 0) return null;
  return (
    <div className={classes.failure} role="alert">
      <IconAlertTriangle size={16} stroke={1.7} aria-hidden="true" />
      <div>
        <strong>{title}</strong>
        {failure !== undefined && (
          <p>{failure.isOurs ? failure.message : <InEnglish>{failure.message}</InEnglish>}</p>
        )}
        {others.length > 0 && (
          <ul>
            {others.map((each) => (
              <li key={each.field}>
                <code>{each.field}</code> {faultText(each)}
              </li>
            ))}
          </ul>
        )}
        {failure !== undefined && failure.requestId !== null && (
          <RequestId id={failure.requestId} />
        )}
      </div>
    </div>
  );
}

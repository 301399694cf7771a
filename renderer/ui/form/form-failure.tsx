/** Why a form was not taken, above its fields: the message, what stands at no field, the request id. */
import { IconAlertTriangle } from '@tabler/icons-react';
import { showHidden } from '../../../shared/hidden-text.ts';
import type { ApiFailure } from '../../api/client.ts';
import { faultWords } from '../fault-words.ts';
import { RequestId } from '../states.tsx';
import classes from './form.module.css';

const noFields: readonly string[] = [];

export function FormFailure({
  failure,
  title,
  shown = noFields,
}: {
  failure: ApiFailure | undefined;
  title: string;
  /** Fields whose faults the form shows itself. */
  shown?: readonly string[];
}) {
  if (failure === undefined) return null;
  const others = failure.fields.filter(
    ({ field }) => !shown.some((each) => field === each || field.startsWith(`${each}[`)),
  );
  return (
    <div className={classes.failure} role="alert">
      <IconAlertTriangle size={16} stroke={1.7} aria-hidden="true" />
      <div>
        <strong>{title}</strong>
        <p>{showHidden(failure.message)}</p>
        {others.length > 0 && (
          <ul>
            {others.map(({ field, message }) => (
              <li key={field}>
                <code>{field}</code> {faultWords(message)}
              </li>
            ))}
          </ul>
        )}
        {failure.requestId !== null && <RequestId id={failure.requestId} />}
      </div>
    </div>
  );
}

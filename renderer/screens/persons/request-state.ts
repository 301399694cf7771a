/** How a request stands today, as its steps ask. */
import type { PersonRequest } from '../../../shared/contract/persons.ts';
import type { RequestState } from '../../../shared/oversight/request-steps.ts';

export function requestState(request: PersonRequest): RequestState {
  return {
    asks: request.asks,
    rule: request.rule,
    receivedOn: request.received_on,
    due: request.due,
    isClosed: request.closed_at !== null,
    records: request.records,
    today: new Date().toISOString().slice(0, 10),
  };
}

/** Writes requests of persons: a fact at each change, with its number and what happened. */
import { dayOf } from '../../shared/billing/calendar.ts';
import type { PersonRequest } from '../../shared/contract/persons.ts';
import type { Actor } from '../../shared/ledger/entry-members.ts';
import type { RequestEvent, RequestStep } from '../../shared/oversight/request-steps.ts';
import type { WriteContext } from '../area.ts';
import type { EntrySigning } from '../ledger/entry-signing.ts';
import type { Change } from '../proof/facts.ts';
import { allowing, unknownRequest } from './read-routes.ts';
import { RequestsStore } from './requests-store.ts';

type RequestChange = Change<'person_requests'>;

/** A change of a request, and who signs it where somebody does. */
interface Happening extends Pick<RequestChange, 'set' | 'commit'> {
  readonly event: RequestEvent;
  readonly by?: Actor | undefined;
  readonly signing?: EntrySigning | undefined;
}

/** The caller holds the transaction. */
export class RequestWriter {
  readonly #means: Pick<WriteContext, 'facts' | 'createId'>;
  readonly #requests: RequestsStore;

  constructor(means: Pick<WriteContext, 'database' | 'workspace' | 'facts' | 'createId'>) {
    this.#means = means;
    this.#requests = new RequestsStore(means.database, means.workspace.directory);
  }

  begin(now: string, { set, commit }: Pick<RequestChange, 'set' | 'commit'>): PersonRequest {
    const id = this.#means.createId('preq');
    const number = this.#requests.nextNumber();
    const request_number = this.#requests.nextOfYear(now.slice(0, 4));
    const members = { ...set, request_number, n: 1, event: 'received', created_at: now };
    this.#means.facts.write(
      'person_requests',
      id,
      { set: members, commit: commit ?? {} },
      { number },
    );
    return this.#told(id, now);
  }

  /**
   * A request with which a step may be taken now.
   * @throws {ApiError} `not_found`; `conflict` where the step may not be taken
   */
  require(id: string, step: RequestStep, now: string): PersonRequest {
    return allowing(this.#told(id, now), step, now);
  }

  /** @returns the request as it is then */
  change(request: PersonRequest, now: string, happening: Happening): PersonRequest {
    const { event, set = {}, commit = {}, by, signing } = happening;
    const { request_id: id, n } = request;
    this.#means.facts.write('person_requests', id, {
      set: { ...set, n: n + 1, event },
      commit,
      by,
      signing,
    });
    return this.#told(id, now);
  }

  #told(id: string, now: string): PersonRequest {
    return this.#requests.find(id, dayOf(now)) ?? unknownRequest(id);
  }
}

/** What is done for a person and signed by one who may: letters, objections, erasures. Each is one act. */
import { dayOf } from '../../shared/billing/calendar.ts';
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { objectionMeaning } from '../../shared/contract/interventions.ts';
import { limits } from '../../shared/contract/limits.ts';
import type { Erasure } from '../../shared/contract/erasures.ts';
import type { PersonRequest } from '../../shared/contract/persons.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import type { Actor } from '../../shared/ledger/entry-members.ts';
import { objectionText } from '../../shared/oversight/objection-text.ts';
import { actorOf } from '../access/acting.ts';
import type { WriteContext } from '../area.ts';
import { declaredErasure } from '../erasures/declared-erasure.ts';
import type { Eraser } from '../erasures/eraser.ts';
import { InterventionJournal } from '../ledger/intervention-journal.ts';
import { InterventionTexts, nextPlace } from '../ledger/intervention-texts.ts';
import type { Act } from '../proof/signed-acts.ts';
import { SignersOf, type Signers } from '../proof/signers.ts';
import type { RouteCall, RouteHandlers } from '../route-handler.ts';
import { LetterSource } from './letter-facts.ts';
import { readyLetter } from './letters.ts';
import { ErasurePlanner } from './person-erasure.ts';
import { RequestWriter } from './request-writer.ts';
import { RequestsStore } from './requests-store.ts';

export type SignedPersonRoutes = 'createPersonLetter' | 'objectForPerson' | 'erasePerson';

type Means = Pick<
  WriteContext,
  'database' | 'workspace' | 'facts' | 'acts' | 'withheld' | 'createId' | 'random' | 'wallClock'
> & { readonly eraser: Eraser };

const letterTopics = ['persons'] as const;
const recordTopics = ['persons', 'records'] as const;
const erasureTopics = [...recordTopics, 'erasures'] as const;
const saltBytes = 16;

export function signedPersonRoutes(means: Means): RouteHandlers<SignedPersonRoutes> {
  const { acts, eraser } = means;
  const done = new ForPersons(means);
  return {
    createPersonLetter: async (call) => {
      const ready = await done.letter(call);
      return acts.append(call, letterTopics, (act) => ({
        status: 201,
        body: JSON.stringify(done.sign(act, call, ready)),
      }));
    },
    objectForPerson: (call) =>
      acts.append(call, recordTopics, (act) => ({
        status: 200,
        body: JSON.stringify(done.object(act, call)),
      })),
    erasePerson: async (call) => {
      const reply = await acts.append(call, erasureTopics, (act) => ({
        status: 200,
        body: JSON.stringify(done.erase(act, call)),
      }));
      if (call.signing.prepare !== true) eraser.cleanUp();
      return reply;
    },
  };
}

type Ready = Awaited<ReturnType<typeof readyLetter>>;

/** The acts; the caller holds the transaction where something is written. */
class ForPersons {
  readonly #means: Means;
  readonly #requests: RequestsStore;
  readonly #writer: RequestWriter;
  readonly #signers: SignersOf;
  readonly #source: LetterSource;
  readonly #planner: ErasurePlanner;
  readonly #journal: InterventionJournal;
  readonly #texts: InterventionTexts;

  constructor(means: Means) {
    const { database } = means;
    this.#means = means;
    this.#requests = new RequestsStore(database, means.workspace.directory);
    this.#writer = new RequestWriter(means);
    this.#signers = new SignersOf(means);
    this.#source = new LetterSource(database);
    this.#planner = new ErasurePlanner(database);
    this.#journal = new InterventionJournal(database);
    this.#texts = new InterventionTexts(database);
  }

  /** A letter with its PDF, which takes a moment to be drawn. */
  async letter({ parameters: { id }, body }: RouteCall<'createPersonLetter'>): Promise<Ready> {
    const now = this.#means.wallClock.now();
    const request = this.#writer.require(id, 'letter', now);
    const ready = await readyLetter(this.#source, request, body, dayOf(now));
    if (ready.needs_reasons) throw validationError([faultAt('reasons', 'reasons_missing')]);
    return ready;
  }

  sign(act: Act, call: RouteCall<'createPersonLetter'>, ready: Ready): PersonRequest {
    const { record_id: recordId, language } = call.body;
    const signed = this.#signers.of(call);
    const request = this.#writer.require(call.parameters.id, 'letter', act.now);
    if (request.letters.length + 1 !== ready.n) {
      throw new ApiError(
        'conflict',
        'Another letter was signed in between. Look at it, and try again.',
      );
    }
    this.#means.facts.write(
      'person_letters',
      [request.request_id, ready.n],
      {
        set: { language, signed_at: act.now },
        commit: { record_id: recordId, hash: ready.sha256, document: ready.document },
        ...signingOf(act, signed),
      },
      { number: this.#requests.nextLetter() },
    );
    return this.#writer.change(request, act.now, { event: 'answered', ...signingOf(act, signed) });
  }

  object(act: Act, call: RouteCall<'objectForPerson'>): PersonRequest {
    const { record_ids: recordIds, reason } = call.body;
    const signed = this.#signers.of(call);
    const request = this.#writer.require(call.parameters.id, 'objection', act.now);
    const chosen = new Set(request.record_ids ?? []);
    const faults = recordIds.flatMap((id, place) =>
      chosen.has(id) ? [] : [faultAt(`record_ids.${place}`, 'not_chosen')],
    );
    if (faults.length > 0) throw validationError(faults);
    const actor = signed?.actor ?? actorOf(call.principal);
    const text = objectionText(request, reason);
    for (const id of recordIds) this.#escalate(act, { id, text, actor, signed });
    return this.#writer.change(request, act.now, { event: 'objected', ...signingOf(act, signed) });
  }

  #escalate(
    act: Act,
    {
      id,
      text,
      actor,
      signed,
    }: {
      readonly id: string;
      readonly text: string;
      readonly actor: Actor;
      readonly signed: Signers | undefined;
    },
  ): void {
    const recordHash = this.#source.hashOf(id);
    const signing = signed && act.signedBy(signed);
    const salt =
      signing?.salt() ?? Buffer.from(this.#means.random(saltBytes)).toString('base64url');
    this.#journal.appendIntervention(
      act.journal,
      {
        id: act.createId('int'),
        recordId: id,
        recordHash,
        ...nextPlace(this.#texts.rows(id), recordHash),
        action: 'escalate',
        actor,
        meaning: objectionMeaning,
      },
      [{ field: 'reason', salt, value: canonicalJson(text) }],
      signing,
    );
  }

  erase(
    act: Act,
    call: RouteCall<'erasePerson'>,
  ): { readonly data: Erasure[]; readonly request: PersonRequest } {
    const { body } = call;
    const signed = this.#signers.of(call);
    refuseAlone(signed, body.record_ids.length);
    const request = this.#writer.require(call.parameters.id, 'erasure', act.now);
    const { chunks } = this.#planner.plan(request, body);
    refusePlan(chunks.length);
    const data = chunks.map((targets) => {
      const erasure = {
        targets,
        legalBasis: body.legal_basis,
        requestId: request.request_id,
        actor: signed?.actor ?? actorOf(call.principal),
      };
      const signing = signed && act.signedBy(signed);
      return declaredErasure(erasure, this.#journal.appendErasure(act.journal, erasure, signing));
    });
    const changed = this.#writer.change(request, act.now, {
      event: 'erased',
      ...signingOf(act, signed),
    });
    this.#means.eraser.take(act, chunks.flat());
    return { data, request: changed };
  }
}

function signingOf(act: Act, signed: Signers | undefined) {
  return signed === undefined ? {} : { by: signed.actor, signing: act.signedBy(signed) };
}

/** @throws {ApiError} `signature_required` where a second person has to sign */
function refuseAlone(signed: Signers | undefined, records: number): void {
  const { erasedAlone } = limits.persons;
  if (signed === undefined || signed.approval !== undefined || records <= erasedAlone) return;
  throw new ApiError(
    'signature_required',
    `Two people have to sign what is erased of more than ${erasedAlone} decisions.`,
    { fields: [faultAt('approver', 'required')] },
  );
}

/** @throws {ApiError} `conflict` where nothing is left, `validation_error` for more than one act takes */
function refusePlan(entries: number): void {
  if (entries === 0) {
    throw new ApiError('conflict', 'Nothing of that is left to be erased.', {
      fields: [faultAt('record_ids', 'nothing_left')],
    });
  }
  // With the fact of the request: so many texts can be signed in one act.
  if (entries < limits.signedTexts) return;
  throw validationError([faultAt('record_ids', 'erased_at_once')]);
}

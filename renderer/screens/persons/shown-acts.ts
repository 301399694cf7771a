/** What the dialogs show of the entries that they append for a person. */
import { isHashText } from '../../../shared/ledger/entry-members.ts';
import { canonicalJson } from '../../../shared/ledger/canonical-json.ts';
import { erasureType, interventionType } from '../../../shared/ledger/entries.ts';
import { objectionMeaning } from '../../../shared/contract/interventions.ts';
import type { Actor } from '../../../shared/ledger/entry-members.ts';
import { factType } from '../../../shared/ledger/facts.ts';
import type {
  PersonErasurePreview,
  PersonLetterPreview,
  PersonRequest,
} from '../../../shared/contract/persons.ts';
import type { LanguageCode } from '../../../shared/languages.ts';
import type { JsonValue } from '../../../shared/contract/json.ts';
import { objectionText } from '../../../shared/oversight/objection-text.ts';
import type { RequestEvent } from '../../../shared/oversight/request-steps.ts';
import { isAboutNow, isIdOf, type ShownEntry } from '../../signing/shown-entry.ts';

/** The fact that says what happened to the request. */
function shownEvent(
  { request_id: id, n }: PersonRequest,
  event: RequestEvent,
  actor: Actor,
): ShownEntry {
  const set = { event, n: n + 1 };
  return {
    members: { type: factType, table: 'person_requests', id, by: { ...actor }, set },
    values: {},
  };
}

export function shownLetter(
  request: PersonRequest,
  letter: { readonly record_id: string; readonly language: LanguageCode },
  { document, sha256, n }: PersonLetterPreview,
  actor: Actor,
): ShownEntry[] {
  return [
    {
      members: {
        type: factType,
        table: 'person_letters',
        id: [request.request_id, n],
        by: { ...actor },
        set: { language: letter.language, signed_at: isAboutNow(Date.now()) },
      },
      values: { record_id: letter.record_id, hash: sha256, document },
    },
    shownEvent(request, 'answered', actor),
  ];
}

const isHash = (value: JsonValue) => typeof value === 'string' && isHashText(value);

export function shownObjection(
  request: PersonRequest,
  { record_ids: ids, reason }: { readonly record_ids: readonly string[]; readonly reason: string },
  actor: Actor,
): ShownEntry[] {
  return [
    ...ids.map((id): ShownEntry => ({
      members: {
        type: interventionType,
        id: isIdOf('int'),
        action: 'escalate',
        actor: { ...actor },
        record_id: id,
        record_hash: isHash,
        n: (value) => Number.isSafeInteger(value),
        previous_hash: isHash,
        meaning: objectionMeaning,
      },
      values: { reason: objectionText(request, reason) },
    })),
    shownEvent(request, 'objected', actor),
  ];
}

export function shownErasures(
  request: PersonRequest,
  basis: string,
  { entries }: PersonErasurePreview,
  actor: Actor,
): ShownEntry[] {
  return [
    ...entries.map((targets): ShownEntry => ({
      members: {
        type: erasureType,
        targets: (value) => canonicalJson(value) === canonicalJson(targets),
        legal_basis: basis,
        request_id: request.request_id,
        actor: { ...actor },
      },
      values: {},
    })),
    shownEvent(request, 'erased', actor),
  ];
}

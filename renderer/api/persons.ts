/** Requests of persons: every one, one with what was done, decisions that may be about the person. */
import {
  personCandidatesSchema,
  personErasurePreviewSchema,
  personErasureSchema,
  personLetterPreviewSchema,
  personRequestPageSchema,
  personRequestSchema,
  personSettingsSchema,
  type ChangePersonSettings,
  type ClosePersonRequest,
  type CreatePersonAccess,
  type CreatePersonRequest,
  type ExtendPersonRequest,
  type PreviewPersonErasure,
  type PreviewPersonLetter,
  type SetPersonRecords,
} from '../../shared/contract/persons.ts';
import { jobSchema } from '../../shared/contract/jobs.ts';
import { personSearchSchema, type PersonSearch } from '../../shared/contract/person-search.ts';
import { limits } from '../../shared/contract/limits.ts';
import { useAnswer } from './answers.ts';
import { useChange } from './changing.ts';
import {
  postOnce,
  reads,
  request,
  requestFile,
  type Attempt,
  type ReceivedFile,
} from './client.ts';
import { useJobRequest } from './jobs.ts';
import { readsEvery } from './every-page.ts';
import { queryKeys } from './query-keys.ts';
import { sendSigned, type SignedAct } from './signing.ts';

/** `/persons/requests/{id}` and what is below it. */
export function personRequestPath(id: string, below = ''): string {
  return `/persons/requests/${encodeURIComponent(id)}${below}`;
}

/** Every request, the nearest day first. The list is short enough to be whole. */
export function usePersonRequests() {
  return useAnswer('listPersonRequests', {
    queryKey: [...queryKeys.persons, 'all'],
    queryFn: readsEvery(personRequestPageSchema, {
      path: '/persons/requests',
      limit: limits.persons.maximumLimit,
    }),
  });
}

export function usePersonRequest(id: string) {
  return useAnswer('getPersonRequest', {
    queryKey: [...queryKeys.persons, 'one', id],
    queryFn: reads(personRequestSchema, { path: personRequestPath(id) }),
  });
}

/** Decisions that may be about the person of a request. */
export function usePersonCandidates(id: string) {
  return useAnswer('listPersonCandidates', {
    queryKey: [...queryKeys.persons, 'candidates', id],
    queryFn: reads(personCandidatesSchema, { path: personRequestPath(id, '/candidates') }),
  });
}

export function useCreatePersonRequest() {
  return useChange([queryKeys.persons], (attempt: Attempt<CreatePersonRequest>) =>
    postOnce('/persons/requests', attempt, personRequestSchema),
  );
}

/** Who decides, where to object and to complain, and for how long names are kept. */
export function usePersonSettings() {
  return useAnswer('getPersonSettings', {
    queryKey: [...queryKeys.persons, 'settings'],
    queryFn: reads(personSettingsSchema, { path: '/persons/settings' }),
  });
}

export function useChangePersonSettings() {
  return useChange([queryKeys.persons], (body: ChangePersonSettings) =>
    request(personSettingsSchema, { method: 'PUT', path: '/persons/settings', body }),
  );
}

/** Begins a search for whom a decision is about. */
export function searchPersonOf(recordId: string): Promise<PersonSearch> {
  return request(personSearchSchema, {
    method: 'POST',
    path: '/persons/search',
    body: { record_id: recordId },
  });
}

/** Has the data of the person of a request made; the answer is its job. */
export function useMakeAccess(id: string) {
  return useJobRequest((attempt: Attempt<CreatePersonAccess>) =>
    postOnce(personRequestPath(id, '/access'), attempt, jobSchema),
  );
}

/** Where the zip of a finished job is. */
export function personAccessPath(id: string, jobId: string): string {
  return personRequestPath(id, `/access/${encodeURIComponent(jobId)}`);
}

interface StepBodies {
  readonly records: SetPersonRecords;
  readonly extension: ExtendPersonRequest;
  readonly closing: ClosePersonRequest;
}

/** A step of one request; the answer is the request as it is then. */
export function usePersonStep<Step extends keyof StepBodies>(id: string, step: Step) {
  return useChange([queryKeys.persons], (attempt: Attempt<StepBodies[Step]>) =>
    postOnce(personRequestPath(id, `/${step}`), attempt, personRequestSchema),
  );
}

/** A letter as it would be; asked anew whenever something is written in it. */
export function usePersonLetterPreview(id: string, body: PreviewPersonLetter) {
  return useAnswer('previewPersonLetter', {
    queryKey: letterPreviewKey(id, body),
    queryFn: reads(personLetterPreviewSchema, {
      method: 'POST',
      path: personRequestPath(id, '/letter/preview'),
      body,
    }),
    retry: false,
  });
}

export function letterPreviewKey(id: string, body: PreviewPersonLetter) {
  return [...queryKeys.persons, 'letter', id, body];
}

/** An erasure as it would be: counted, and nothing is written. */
export function usePersonErasurePreview(id: string, body: PreviewPersonErasure) {
  return useAnswer('previewPersonErasure', {
    queryKey: erasurePreviewKey(id, body),
    queryFn: reads(personErasurePreviewSchema, {
      method: 'POST',
      path: personRequestPath(id, '/erasure/preview'),
      body,
    }),
    retry: false,
  });
}

export function erasurePreviewKey(id: string, body: PreviewPersonErasure) {
  return [...queryKeys.persons, 'erasure', id, body];
}

/** Sends a letter or an objection; the answer is the request as it is then. */
export function useSignForPerson() {
  return useChange(
    [queryKeys.persons, queryKeys.records],
    (act: SignedAct) => sendSigned(act, personRequestSchema),
    { alsoRefused: true },
  );
}

export function useErasePerson() {
  return useChange(
    [queryKeys.persons, queryKeys.records],
    (act: SignedAct) => sendSigned(act, personErasureSchema),
    { alsoRefused: true },
  );
}

/** A signed letter as it was signed. */
export function personLetterPdf(id: string, n: number): Promise<ReceivedFile> {
  return requestFile(personRequestPath(id, `/letters/${n}`));
}

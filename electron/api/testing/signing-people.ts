/** People whose keys a test holds: they are enrolled, and sign what they are shown. */
import {
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  pbkdf2Sync,
  sign,
  type KeyObject,
} from 'node:crypto';
import type { Role } from '../../../shared/contract/access.ts';
import {
  demoPassphrase,
  personListSchema,
  personSchema,
  sealedKeySchema,
  type Person,
} from '../../../shared/contract/people.ts';
import { preparedActSchema, type PreparedAct } from '../../../shared/contract/signing.ts';
import { canonicalJson } from '../../../shared/ledger/canonical-json.ts';
import { noteAlgorithm, verifierKey } from '../../../shared/ledger/verifier-key.ts';
import { sha256 } from '../../ledger/sha256.ts';
import type { SendOptions, TestApi } from '../test-api.ts';

const seedHeader = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Whoever signs texts. */
export type Signing = Pick<TestPerson, 'personId' | 'sign'>;

/** A person with a key of their own. */
export class TestPerson {
  readonly personId: string;
  readonly name: string;
  readonly vkey: string;
  readonly #key: KeyObject;

  /** @param seed another text, another key */
  constructor(name: string, seed = name, personId = idOf(name)) {
    this.name = name;
    this.personId = personId;
    const digest = createHash('sha256').update(seed).digest();
    this.#key = createPrivateKey({
      key: Buffer.concat([seedHeader, digest]),
      format: 'der',
      type: 'pkcs8',
    });
    const raw = createPublicKey(this.#key).export({ format: 'der', type: 'spki' }).subarray(-32);
    this.vkey = verifierKey(sha256, this.personId, noteAlgorithm, raw);
  }

  /** In base64. */
  sign(text: string): string {
    return sign(null, Buffer.from(text), this.#key).toString('base64');
  }

  /** A file that looks like a sealed key; nobody opens it here. */
  get sealed() {
    return {
      cipher: { name: 'aes-256-gcm', nonce: 'AAAAAAAAAAAAAAAA' },
      created_at: '2026-01-01T00:00:00.000Z',
      format: 'proofdesk.person-key/v1',
      kdf: { hash: 'SHA-256', iterations: 600_000, name: 'pbkdf2', salt: `${'A'.repeat(43)}=` },
      sealed: `${'A'.repeat(86)}==`,
      vkey: this.vkey,
    };
  }
}

/** A request for an act: what is sent besides who signs. */
export interface SignedRequest {
  readonly method?: string;
  readonly path: string;
  readonly body: object;
  readonly options?: Omit<SendOptions, 'body'>;
}

/** Those who sign the texts: in the body as `signer` and `approver`, unless the act says it. */
export interface TestSigners {
  readonly signature: Signing;
  readonly approval?: Signing | undefined;
}

/** Prepares an act, and answers its texts. @throws where it is refused */
export async function prepare(
  api: TestApi,
  { method = 'POST', path, body, options }: SignedRequest,
): Promise<PreparedAct> {
  const response = await api.send(method, path, { ...options, body: { ...body, prepare: true } });
  if (response.status !== 200) throw new Error(await response.text());
  return preparedActSchema.parse(await response.json());
}

/** The texts with the signatures over them. */
export function signedBy({ texts }: PreparedAct, { signature, approval }: TestSigners) {
  return texts.map(({ text, salts }) => ({
    text,
    salts,
    signature: signature.sign(text),
    ...(approval && { approval: approval.sign(text) }),
  }));
}

/** Prepares an act, has it signed and sends it back. */
export async function act(
  api: TestApi,
  request: SignedRequest,
  signers: TestSigners,
): Promise<Response> {
  const signed = signedBy(await prepare(api, request), signers);
  const { method = 'POST', path, body, options } = request;
  return api.send(method, path, { ...options, body: { ...body, signed } });
}

/** An act of a signer. */
export function actAs(
  api: TestApi,
  signer: Signing,
  request: SignedRequest,
  approval?: Signing,
): Promise<Response> {
  const body = {
    ...request.body,
    signer: signer.personId,
    ...(approval && { approver: approval.personId }),
  };
  return act(api, { ...request, body }, { signature: signer, approval });
}

/** The body that enrols a person. */
export function enrolment(person: TestPerson, role: Role, approver?: Signing): object {
  return {
    person_id: person.personId,
    name: person.name,
    role,
    vkey: person.vkey,
    sealed: person.sealed,
    ...(approver && { approver: approver.personId }),
  };
}

/** Enrols a person. */
export async function enrol(
  api: TestApi,
  person: TestPerson,
  role: Role,
  approver?: Signing,
): Promise<Person> {
  const body = enrolment(person, role, approver);
  const response = await act(
    api,
    { path: '/people', body },
    { signature: person, approval: approver },
  );
  if (response.status !== 201) throw new Error(await response.text());
  return personSchema.parse(await response.json());
}

/** One of the demo's people, whose key its passphrase opens. */
export async function demoPerson(api: TestApi, name: string): Promise<Signing> {
  const { data } = await api.read(personListSchema, '/people');
  const personId = data.find((each) => each.name === name)?.person_id;
  if (personId === undefined) throw new Error(`The demo has nobody called ${name}.`);
  const { sealed, ...head } = await api.read(sealedKeySchema, `/people/${personId}/key`);
  const bytes = (text: string) => Buffer.from(text, 'base64');
  const salt = bytes(head.kdf.salt);
  const key = pbkdf2Sync(demoPassphrase, salt, head.kdf.iterations, 32, 'sha256');
  const cipher = createDecipheriv('aes-256-gcm', key, bytes(head.cipher.nonce));
  cipher.setAAD(Buffer.from(canonicalJson(head)));
  cipher.setAuthTag(bytes(sealed).subarray(-16));
  const pkcs8 = Buffer.concat([cipher.update(bytes(sealed).subarray(0, -16)), cipher.final()]);
  const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  return { personId, sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64') };
}

/** An id that follows from a name. */
function idOf(name: string): string {
  const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  const digest = createHash('sha256').update(name).digest();
  return `usr_${Array.from(digest.subarray(0, 26), (byte) => digits[byte & 31]).join('')}`;
}

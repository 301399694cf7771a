/** Who signs an act: the people who may, the one who is chosen, and their opened key. */
import { useTranslation } from 'react-i18next';
import type { Me } from '../../../shared/contract/access.ts';
import type { Person } from '../../../shared/contract/people.ts';
import type { Actor } from '../../../shared/ledger/entry-members.ts';
import { writtenRole } from '../../../shared/ledger/roles.ts';
import { faultOf } from '../../../shared/contract/faults.ts';
import { ApiFailure } from '../../api/client.ts';
import { useMe } from '../../api/me.ts';
import { fetchPersonKey, usePeople } from '../../api/people.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { openPersonKey, PassphraseError } from '../../signing/person-key.ts';
import { actorOf } from '../../signing/person-acts.ts';
import type { Signer, Signers } from '../../signing/sign-act.ts';
import { keyFor, signIn, useSignedIn } from '../../signing/signed-in.ts';
import type { FaultsByField } from '../form/use-api-form.ts';

/** Who signs, as it is typed; the passphrase leaves the form for the key alone. */
export interface SignerText {
  readonly person_id: string;
  readonly passphrase: string;
}

export interface SigningRules {
  /** Tells who may do it; everybody unless told. */
  readonly among?: (person: Person) => boolean;
  /** The passphrase is asked for each time, also of who is signed in. */
  readonly isCareful?: boolean;
  /** The signer's place among the values of the form. */
  readonly path?: string;
}

const everybody = () => true;

/** People who are in force and may sign in this window, by the order of their enrolment. */
export function useSignatories(among: (person: Person) => boolean = everybody) {
  const people = usePeople();
  const me = useMe().data;
  const inForce = (people.data?.data ?? []).filter(
    (person) => person.revoked_at === null && among(person),
  );
  const isWindow = me?.kind !== 'api_key';
  return {
    me,
    people,
    inForce,
    /** Through the key of a server the person alone that it names. */
    here: isWindow ? inForce : inForce.filter(({ person_id: id }) => id === namedBy(me)),
  };
}

/** The person whom the key of a server names; none on servers whose keys name nobody. */
function namedBy(me: Me & { readonly person_id?: string | null }): string | null {
  return me.person_id ?? null;
}

export function useSigning({ among, isCareful = false, path = 'signer' }: SigningRules) {
  const { t } = useTranslation('signing');
  const { people, inForce, here, me } = useSignatories(among);
  const workspace = useWorkspace().data;
  const origin = workspace?.origin ?? '';
  const signedIn = useSignedIn((state) => state.signedIn);
  const current = here.find(({ person_id: id }) => id === signedIn?.personId);
  const only = here.length === 1 ? here[0] : undefined;
  const initial: SignerText = {
    person_id: (current ?? only)?.person_id ?? '',
    passphrase: '',
  };
  const personOf = ({ person_id: chosen }: SignerText): Person | undefined =>
    here.find(({ person_id: id }) => id === chosen);
  const isInHand = (person: Person): boolean =>
    !isCareful &&
    signedIn?.key !== undefined &&
    signedIn.origin === origin &&
    signedIn.personId === person.person_id &&
    signedIn.keyId === person.key_id;

  const open = async (text: SignerText): Promise<Signer> => {
    const person = personOf(text);
    if (person === undefined) throw new TypeError('Nobody is chosen to sign.');
    const who = { origin, personId: person.person_id, keyId: person.key_id };
    const signer = { by: person.person_id, key: person.key_id };
    const held = isCareful ? undefined : keyFor(who);
    if (held !== undefined) return { ...signer, privateKey: held };
    const privateKey = await openKey(person, text.passphrase, t('refused.passphrase'), path);
    if (!isCareful) signIn(who, privateKey);
    return { ...signer, privateKey };
  };

  const isUnknown = people.isError && people.data === undefined;
  const isUnsigned = inForce.length === 0 && !isUnknown;

  return {
    query: people,
    path,
    initial,
    /** Those who may be chosen here. */
    people: here,
    isDemo: workspace?.kind === 'demo',
    isWaiting: people.isPending && people.fetchStatus !== 'idle',
    /** Who is enrolled could not be read. */
    isUnknown,
    /** Nobody is enrolled who could sign: the act stands as not signed. */
    isUnsigned,
    /** People are enrolled, and this console works with a key that names none of them. */
    isShut: inForce.length > 0 && here.length === 0,
    personOf,
    /** Who acts, as it stands in the entry; undefined until somebody is chosen. */
    actorOf: (text: SignerText): Actor | undefined => {
      if (isUnsigned) return unsignedActor(me);
      const person = personOf(text);
      return person && actorOf(person);
    },
    /** Opens the key for the only signature of an act; undefined where nobody signs. */
    signersOf: (text: SignerText): (() => Promise<Signers>) | undefined =>
      isUnsigned ? undefined : async () => ({ signature: await open(text) }),
    /** Whether the passphrase has to be typed. */
    asks: (text: SignerText): boolean => {
      if (isUnsigned) return false;
      const person = personOf(text);
      return person === undefined || !isInHand(person);
    },
    check: (text: SignerText): FaultsByField => {
      if (here.length === 0) return {};
      const person = personOf(text);
      if (person === undefined) return { [`${path}.person_id`]: t('choosePerson') };
      if (isInHand(person) || text.passphrase !== '') return {};
      return { [`${path}.passphrase`]: t('typePassphrase') };
    },
    open,
  };
}

/** Who acts where nobody signs: the person at the machine, or the key that a server is used with. */
function unsignedActor(me: Me | undefined): Actor {
  if (me?.kind !== 'api_key' || me.key_id === null || me.role === null) return actorOf(undefined);
  return { id: me.key_id, role: writtenRole(me.role) };
}

export type SigningState = ReturnType<typeof useSigning>;

/** The opened key of a person; a passphrase that does not open it is a fault at its field. */
export async function openKey(
  { person_id: id }: Pick<Person, 'person_id'>,
  passphrase: string,
  words: string,
  path: string,
): Promise<CryptoKey> {
  const file = await fetchPersonKey(id);
  try {
    return await openPersonKey(file, passphrase);
  } catch (error) {
    if (!(error instanceof PassphraseError)) throw error;
    const fault = { field: `${path}.passphrase`, ...faultOf('person_passphrase') };
    throw new ApiFailure(0, 'wrong_passphrase', words, { fields: [fault], isOurs: true });
  }
}

/** The form of a new API key as it is filled in, and the body that it becomes. */
import {
  rateClasses,
  type CreateApiKey,
  type RateClass,
  type RateOverrides,
  type Role,
} from '../../../shared/contract/access.ts';
import type { Person } from '../../../shared/contract/people.ts';
import { isOfSide } from '../../../shared/sides.ts';
import { scopesOfRole } from '../../../shared/role-scopes.ts';

export const expiries = ['30', '90', '365', 'day', 'never'] as const;
export type Expiry = (typeof expiries)[number];

/** Amounts as they are typed. */
export interface RateDraft {
  readonly limit: string;
  readonly period: string;
}

export type RateDrafts = Readonly<Record<RateClass, RateDraft>>;

export interface KeyDraft {
  readonly name: string;
  readonly role: Role;
  readonly account_id: string;
  readonly holder_id: string;
  /** The models that alone a logger may name; empty for any. */
  readonly models: readonly string[];
  /** Empty for nobody. */
  readonly person_id: string;
  /** Null for all that the role may. */
  readonly scopes: readonly string[] | null;
  readonly expires_at: Expiry;
  /** The last day, where one is chosen. */
  readonly day: string | undefined;
  /** Null for those of all keys. */
  readonly rate_limits: RateDrafts | null;
}

const noRate: RateDraft = { limit: '', period: '1m' };
export const noRates: RateDrafts = {
  read: noRate,
  query: noRate,
  write: noRate,
  bulk: noRate,
  rows: noRate,
};

export const emptyKeyDraft: KeyDraft = {
  name: '',
  role: 'compliance',
  account_id: '',
  holder_id: '',
  models: [],
  person_id: '',
  scopes: null,
  expires_at: '90',
  day: undefined,
  rate_limits: null,
};

const dayMs = 86_400_000;

/** The end of a key, in whole seconds; undefined for never, or where no day is chosen. */
export function expiryOf({ expires_at: expiry, day }: KeyDraft, now: number): string | undefined {
  if (expiry === 'never') return undefined;
  if (expiry === 'day') {
    return day === undefined
      ? undefined
      : new Date(Date.parse(`${day}T00:00:00.000Z`) + dayMs - 1_000).toISOString();
  }
  const end = now + Number(expiry) * dayMs;
  return new Date(end - (end % 1_000)).toISOString();
}

/** A typed amount; what is no number goes to the API's own rule as text that it refuses. */
export function rateOfDraft({ limit, period }: RateDraft): { limit: number; period: string } {
  const text = limit.trim().replaceAll(/[\s,_]/g, '');
  return { limit: /^\d+$/.test(text) ? Number(text) : Number.NaN, period: period.trim() };
}

function overridesOf(limits: RateDrafts): RateOverrides {
  const overrides: RateOverrides = {};
  for (const name of rateClasses) {
    if (limits[name].limit.trim() !== '') overrides[name] = rateOfDraft(limits[name]);
  }
  return overrides;
}

/** Whose data the key is for; a role takes along only the binding that belongs to it. */
function bindingOf(draft: KeyDraft): Pick<CreateApiKey, 'account_id' | 'holder_id' | 'models'> {
  const { role, models } = draft;
  const account = draft.account_id.trim();
  const mayHaveAccount = role === 'data_holder' || role === 'logger';
  const hasAccount = role === 'ai_lab' || (mayHaveAccount && account !== '');
  return {
    ...(hasAccount ? { account_id: account } : {}),
    ...(role === 'data_holder' ? { holder_id: draft.holder_id.trim() } : {}),
    ...(role === 'logger' && models.length > 0 ? { models: [...models] } : {}),
  };
}

/** People whom the key may name: of its role, holder and account, revoked ones too. */
export function peopleOfKey(draft: KeyDraft, people: readonly Person[]): readonly Person[] {
  const { account_id: accountId = null, holder_id: holderId = null } = bindingOf(draft);
  const side = { role: draft.role, accountId, holderId };
  return people.filter(({ role, account_id: account, holder_id: holder }) =>
    isOfSide(side, { role, accountId: account, holderId: holder }),
  );
}

/**
 * Body of the request. A person of another side is left behind; one who was revoked meanwhile is not,
 * so that the key is refused rather than made in nobody's name.
 */
export function keyBody(
  draft: KeyDraft,
  now: number,
  people: readonly Person[] = [],
): CreateApiKey {
  const { role, person_id: person, scopes, rate_limits: limits } = draft;
  const expires = expiryOf(draft, now);
  const possible = scopesOfRole(role);
  const overrides = limits === null ? {} : overridesOf(limits);
  const isNamed = peopleOfKey(draft, people).some(({ person_id: id }) => id === person);
  return {
    name: draft.name.trim(),
    role,
    ...bindingOf(draft),
    ...(isNamed ? { person_id: person } : {}),
    ...(scopes === null || role === 'logger'
      ? {}
      : { scopes: possible.filter((each) => scopes.includes(each)) }),
    ...(expires === undefined ? {} : { expires_at: expires }),
    ...(Object.keys(overrides).length === 0 ? {} : { rate_limits: overrides }),
  };
}

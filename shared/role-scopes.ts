/** The scopes that each role can have: what the form of a new key offers. The API decides. */
import type { Role } from './contract/access.ts';

export const scopeAreas = [
  'records',
  'reviews',
  'models',
  'datasets',
  'grants',
  'sessions',
  'evidence',
  'billing',
  'chain',
  'jobs',
  'imports',
  'access',
  'people',
  'persons',
  'audit',
  'webhooks',
  'workspace',
  'service',
] as const;
export type ScopeArea = (typeof scopeAreas)[number];

/** What may be done in an area: nothing is left out, `r` reads, `w` writes. */
const areasOf: Readonly<Record<Role, Readonly<Partial<Record<ScopeArea, 'r' | 'w' | 'rw'>>>>> = {
  compliance: {
    records: 'r',
    reviews: 'w',
    models: 'r',
    datasets: 'r',
    grants: 'r',
    sessions: 'r',
    evidence: 'r',
    billing: 'r',
    chain: 'rw',
    jobs: 'rw',
    access: 'r',
    people: 'rw',
    persons: 'rw',
    audit: 'rw',
    webhooks: 'rw',
    workspace: 'rw',
    service: 'rw',
  },
  data_holder: {
    datasets: 'rw',
    grants: 'rw',
    sessions: 'rw',
    evidence: 'r',
    billing: 'rw',
    chain: 'rw',
    jobs: 'rw',
    access: 'rw',
    people: 'rw',
    webhooks: 'rw',
    service: 'r',
  },
  ai_lab: {
    records: 'rw',
    models: 'rw',
    datasets: 'r',
    grants: 'rw',
    sessions: 'rw',
    evidence: 'r',
    billing: 'rw',
    chain: 'r',
    jobs: 'rw',
    access: 'rw',
    people: 'rw',
    webhooks: 'rw',
    service: 'r',
  },
  logger: { records: 'w' },
  admin: {
    records: 'rw',
    reviews: 'w',
    models: 'rw',
    datasets: 'rw',
    grants: 'r',
    sessions: 'rw',
    evidence: 'r',
    billing: 'rw',
    chain: 'rw',
    jobs: 'rw',
    imports: 'w',
    access: 'rw',
    people: 'rw',
    persons: 'rw',
    audit: 'rw',
    webhooks: 'rw',
    workspace: 'rw',
    service: 'rw',
  },
};

export interface AreaChoice {
  readonly area: ScopeArea;
  readonly read: boolean;
  readonly write: boolean;
}

/** The areas of a role in the order of the console, with what may be chosen in each. */
export function areaChoices(role: Role): AreaChoice[] {
  return scopeAreas.flatMap((area) => {
    const ways = areasOf[role][area];
    return ways === undefined
      ? []
      : [{ area, read: ways.includes('r'), write: ways.includes('w') }];
  });
}

/** `records:read`, … of all that a role can have. */
export function scopesOfRole(role: Role): string[] {
  return areaChoices(role).flatMap(({ area, read, write }) => [
    ...(read ? [`${area}:read`] : []),
    ...(write ? [`${area}:write`] : []),
  ]);
}

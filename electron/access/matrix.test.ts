/** Every route by every role by both carriers, with real requests; a route without a line in the table does not pass. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createdApiKeySchema,
  personRoles,
  roles,
  type Role,
} from '../../shared/contract/access.ts';
import type { Route } from '../../shared/contract/route.ts';
import { routes, type OperationId } from '../../shared/contract/routes.ts';
import { scopesOfRole } from '../../shared/role-scopes.ts';
import { anonymous, TestApi } from '../api/test-api.ts';
import { ownershipRules } from './ownership.ts';
import { permissionOf, scopesOf, type Permission } from './permissions.ts';

const everyRoute = routes as readonly (Route & { operationId: OperationId })[];

const carriers = {
  Authorization: (key: string) => ({ authorization: `Bearer ${key}` }),
  'X-API-Key': (key: string) => ({ 'x-api-key': key }),
} as const;

const bodies = {
  compliance: {},
  data_holder: { holder_id: 'mayo' },
  ai_lab: { account_id: 'lab' },
  admin: {},
  logger: { models: ['m'] },
} as const;

let api: TestApi;
const keys = new Map<Role, string>();
beforeAll(async () => {
  api = await TestApi.open();
  await api.addAccount('lab');
  for (const role of roles) {
    const response = await api.send('POST', '/api-keys', {
      body: { name: role, role, ...bodies[role] },
    });
    keys.set(role, createdApiKeySchema.parse(await response.json()).key ?? '');
  }
});
afterAll(() => api.close());

async function statusOf(route: Route, headers: Readonly<Record<string, string>>): Promise<number> {
  const path = route.path.replaceAll(/\{[a-z_]+\}/g, 'unknown');
  const response = await api.send(route.method, path, { caller: anonymous, headers });
  await response.body?.cancel();
  return response.status;
}

describe('The table of permissions', () => {
  test('has a line for every route, and a rule for every "own"', () => {
    for (const { operationId } of everyRoute) {
      const permissions = roles.map((role) => permissionOf(operationId, role));
      expect(permissions).toHaveLength(roles.length);
      const isOwn = permissions.includes('own');
      expect([operationId, ownershipRules[operationId] !== undefined]).toEqual([
        operationId,
        isOwn,
      ]);
    }
  });

  test('names only parameters of the path that are there', () => {
    const wrong = everyRoute.filter(({ operationId, path }) => {
      const parameter = ownershipRules[operationId]?.object?.[1];
      return parameter !== undefined && !path.includes(`{${parameter}}`);
    });
    expect(wrong).toEqual([]);
  });

  test('gives every role something, and nobody but the window everything', () => {
    for (const role of personRoles) {
      const allowed = everyRoute.filter((each) => permissionOf(each.operationId, role) !== 'none');
      expect(allowed.length).toBeGreaterThan(10);
      expect(allowed.length).toBeLessThan(everyRoute.length);
      expect(scopesOf(role)).toContain('chain:read');
    }
  });

  test.each(roles)('gives %s the scopes that the form of a new key offers', (role) => {
    expect(scopesOfRole(role).toSorted()).toEqual(scopesOf(role).toSorted());
  });

  test('lets nobody have records:write who may write none', () => {
    const writers = roles.filter((role) => scopesOf(role).includes('records:write'));
    expect(writers).toEqual(roles.filter((role) => permissionOf('createRecord', role) !== 'none'));
  });

  test('a holder makes accounts, and keys for these alone', () => {
    for (const operation of ['createAccount', 'createApiKey', 'revokeApiKey'] as const) {
      expect(permissionOf(operation, 'data_holder')).toBe('own');
    }
    expect(permissionOf('setRateLimits', 'data_holder')).toBe('none');
  });

  test.each(['compliance', 'logger'] as const)('%s manages no keys', (role) => {
    for (const operation of ['createApiKey', 'revokeApiKey', 'setRateLimits'] as const) {
      expect(permissionOf(operation, role)).toBe('none');
    }
  });

  test('a lab makes and revokes keys of its own alone', () => {
    for (const operation of ['listApiKeys', 'createApiKey', 'revokeApiKey'] as const) {
      expect(permissionOf(operation, 'ai_lab')).toBe('own');
    }
    expect(permissionOf('setRateLimits', 'ai_lab')).toBe('none');
  });

  test('a logger may do exactly this, and everything else is refused', () => {
    const allowed = everyRoute.filter(
      ({ operationId }) => permissionOf(operationId, 'logger') !== 'none',
    );
    expect(
      allowed.map(({ operationId }) => [operationId, permissionOf(operationId, 'logger')]),
    ).toEqual([
      ['createRecord', 'own'],
      ['createRecords', 'own'],
      ['ingestTraces', 'own'],
      ['ingestLogs', 'own'],
      ['getMe', 'any'],
      ['getOpenApi', 'any'],
    ]);
    expect(scopesOf('logger')).toEqual(['records:write']);
  });

  test('compliance changes nothing but reviews, requests of persons, checks, exports and endpoints', () => {
    const writes = everyRoute.filter(
      (each) => each.access === 'write' && permissionOf(each.operationId, 'compliance') !== 'none',
    );
    expect(writes.map(({ operationId }) => operationId).toSorted()).toEqual([
      'acknowledgeAlert',
      'addCosignatures',
      'addTimestamp',
      'anchorCheckpoint',
      'assignReview',
      'cancelJob',
      'changePersonKey',
      'changePersonSettings',
      'changeWebhook',
      'closePersonRequest',
      'createAuditExport',
      'createBackup',
      'createBundle',
      'createCase',
      'createExport',
      'createFigure',
      'createFigureBundle',
      'createIntervention',
      'createPersonAccess',
      'createPersonLetter',
      'createPersonRequest',
      'createProfile',
      'createWebhook',
      'deleteWebhook',
      'erasePerson',
      'extendPersonRequest',
      'objectForPerson',
      'replayWebhook',
      'resendDelivery',
      'revokePerson',
      'rotateWebhook',
      'setPersonRecords',
      'signCheckpoint',
      'startVerification',
      'testWebhook',
      'verifyBackup',
    ]);
  });
});

describe.each(roles)('%s', (role) => {
  test.each(Object.entries(carriers))('with %s', async (_name, carrier) => {
    const headers = carrier(keys.get(role) ?? '');
    const wrong: string[] = [];
    for (const route of everyRoute) {
      const permission = permissionOf(route.operationId, role);
      // What the host answers itself is not a part of this API; that keys are kept out is.
      if (route.access === 'host' && permission !== 'none') continue;
      const status = await statusOf(route, headers);
      if (!isRight(route, permission, status)) {
        wrong.push(`${route.method} ${route.path} (${permission}) answers ${status}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

function isRight(route: Route & { operationId: OperationId }, may: Permission, status: number) {
  if (may === 'none') return status === 403;
  // No object of these requests is anybody's.
  const hasObject = ownershipRules[route.operationId]?.object !== undefined;
  if (may === 'own' && hasObject) return status === 404;
  return ![401, 403, 429, 500].includes(status);
}

describe('Nobody', () => {
  test('gets anything without a key, or with a wrong one', async () => {
    for (const route of everyRoute) {
      expect([route.path, await statusOf(route, {})]).toEqual([route.path, 401]);
      const wrong = { authorization: 'Bearer pdk_wrong' };
      expect([route.path, await statusOf(route, wrong)]).toEqual([route.path, 401]);
    }
  });

  test('is told what is where without a key', async () => {
    for (const path of ['/nothing', '/records/x/y/z']) {
      expect((await api.send('GET', path, { caller: anonymous })).status).toBe(401);
    }
    expect((await api.send('DELETE', '/records', { caller: anonymous })).status).toBe(401);
  });
});

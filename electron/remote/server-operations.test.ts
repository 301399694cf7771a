/** What a server has, read from the description of itself. */
import { describe, expect, it } from 'vitest';
import { routes } from '../../shared/contract/routes.ts';
import { hostOperations } from '../../shared/contract/workspace.ts';
import { openApiDocument } from '../api/openapi.ts';
import { describeServer } from './server-operations.ts';

const base = 'https://proofdesk.example/team/v1';

describe('describeServer', () => {
  it('finds every operation in our own description', () => {
    const described = describeServer(openApiDocument(), base);
    expect(described?.operations).toEqual(new Set(routes.map((route) => route.operationId)));
    expect(described).toMatchObject({ title: 'Proofdesk', version: '1' });
  });

  it('goes by method and path, whatever parameters and operations are called, with the base or without', () => {
    const described = describeServer(
      {
        paths: {
          '/records': { get: { operationId: 'other' } },
          '/team/v1/records/{record}': { get: {} },
          '/models/': { post: {} },
          '/nothing/of/ours': { get: {} },
        },
      },
      base,
    );
    expect([...(described?.operations ?? [])].toSorted()).toEqual([
      'createModel',
      'getRecord',
      'listRecords',
    ]);
  });

  it.each([undefined, null, 'text', 7, {}, { paths: 7 }, { openapi: '3.1.0' }])(
    'takes %j for no description',
    (document) => {
      expect(describeServer(document, base)).toBeUndefined();
    },
  );
});

describe('what the host of the window answers', () => {
  it('is its own routes, the workspace and the changes', () => {
    expect(hostOperations).toContain('listConnections');
    expect(hostOperations).toContain('getWorkspace');
    expect(hostOperations).toContain('streamChanges');
    expect(hostOperations).not.toContain('listRecords');
    // Backups, their key and diagnostics are those of the ledger that is looked at: of the server's.
    const ofLedger = /^\/(backups|restores|diagnostics|signing-key)\b/;
    const own = routes
      .filter(({ access, path }) => access === 'host' && !ofLedger.test(path))
      .map((route) => route.operationId);
    expect(hostOperations).toEqual(
      new Set([...own, 'getWorkspace', 'openWorkspace', 'streamChanges']),
    );
  });
});

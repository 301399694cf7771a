/** What a request to open a workspace asks the engine for, once it is known to make sense. */
import { ApiError, validationError, type FieldError } from '../../shared/contract/errors.ts';
import { faultAt, faultOf, type Fault } from '../../shared/contract/faults.ts';
import type { OpenLedger, OpenWorkspace } from '../../shared/contract/workspace.ts';
import { CaseFiles } from '../cases/case-files.ts';

/**
 * The ledger that is asked for. A remote is the window's affair, and its host answers that before
 * the engine is asked: what comes here came with a key, or to an API without a host.
 * @throws {ApiError} `validation_error`, or `forbidden` for a remote
 */
export function askedLedger(
  request: OpenWorkspace,
  hasCase: (caseId: string) => boolean,
): OpenLedger {
  refuseForOthers(request);
  refuseUnknownCase(request, hasCase);
  const { kind, connection_id: id } = request;
  if (id !== undefined && kind !== 'remote') {
    throw validationError([faultAt('connection_id', 'not_for_ledger', { kind })]);
  }
  if (kind === 'remote') {
    throw new ApiError(
      'forbidden',
      'A remote is opened in the console’s own window, not with a key.',
    );
  }
  return { ...request, kind };
}

/** Looks whether a data directory has a case. */
export function casesIn(dataRoot: string): (caseId: string) => boolean {
  const cases = new CaseFiles(dataRoot);
  return (id) => cases.find(id) !== undefined;
}

/** Only the demo ledger is reset and filled: both are said, not ignored. */
function refuseForOthers(request: OpenWorkspace): void {
  if (request.kind === 'demo') return;
  const faults: FieldError[] = [];
  if (request.reset === true) {
    faults.push(faultAt('reset', 'only_demo_reset'));
  }
  if (request.records !== undefined) {
    faults.push(faultAt('records', 'only_demo_filled'));
  }
  if (faults.length > 0) throw validationError(faults);
}

function refuseUnknownCase(request: OpenWorkspace, hasCase: (id: string) => boolean): void {
  const { kind, case_id: id } = request;
  const refuse = (found: Fault) => {
    throw validationError([{ field: 'case_id', ...found }]);
  };
  if (kind !== 'case' && id !== undefined) refuse(faultOf('not_for_ledger', { kind }));
  if (kind === 'case' && id === undefined) refuse(faultOf('required_for_case'));
  if (kind === 'case' && id !== undefined && !hasCase(id)) refuse(faultOf('case_id_here'));
}

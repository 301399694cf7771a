/** Why no source can be made of what was found, with the place in the request. */
import type { Fault } from '../../shared/contract/faults.ts';

export class SourceRefusal extends Error {
  override readonly name = 'SourceRefusal';
  /** Below `source`. */
  readonly member: string;
  readonly fault: Fault;

  constructor(member: string, fault: Fault) {
    super(`${member} ${fault.message}`);
    this.member = member;
    this.fault = fault;
  }
}

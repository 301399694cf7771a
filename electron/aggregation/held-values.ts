/** What the groups of one stage hold together of the rows: bounded, so that no pipeline fills the memory. */
import type { JsonValue } from '../../shared/contract/json.ts';
import { faultOf } from '../../shared/contract/faults.ts';
import { roomBehind } from '../filters/expressions/computed-size.ts';
import { LimitError } from '../filters/filter.ts';

/** Numbers that percentiles are taken of: 80 MB. */
const mostNumbers = 10_000_000;
/** Characters of collected values. */
const mostUnits = 16 * 1024 * 1024;

export class HeldValues {
  #numbers = 0;
  #room = mostUnits;

  /** @throws {LimitError} where there are too many */
  takeNumber(): void {
    this.#numbers += 1;
    if (this.#numbers > mostNumbers) {
      throw new LimitError('', faultOf('pipeline_numbers', { maximum: mostNumbers }), mostNumbers);
    }
  }

  /** @throws {LimitError} where they are too large */
  take(value: JsonValue): void {
    this.#room = roomBehind(value, this.#room);
    if (this.#room < 0) {
      throw new LimitError('', faultOf('pipeline_held', { maximum: mostUnits }), mostUnits);
    }
  }
}

/** Sums of amounts that lose no digits on the way. */

/** Adds doubles by Neumaier's method: what each step rounds off is carried along. */
export class ExactSum {
  #sum = 0;
  #rest = 0;

  add(value: number): void {
    const next = this.#sum + value;
    this.#rest +=
      Math.abs(this.#sum) >= Math.abs(value) ? this.#sum - next + value : value - next + this.#sum;
    this.#sum = next;
  }

  get total(): number {
    return this.#sum + this.#rest;
  }

  /** To two decimals. */
  get rounded(): number {
    return Math.round(this.total * 100) / 100;
  }
}

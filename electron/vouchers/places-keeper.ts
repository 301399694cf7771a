/** Keeps checkpoints at the places, and judges the ledger by what lies there. Nothing waits for a place. */
import type { PlaceState } from '../../shared/contract/vouchers.ts';
import { parseCheckpoint } from '../../shared/ledger/checkpoint.ts';
import type { WriteContext } from '../area.ts';
import { contradicts, createJudge } from '../checkpoints/judge-checkpoints.ts';
import { repeating } from '../database/schedule.ts';
import { ChainStore } from '../ledger/chain-store.ts';
import type { OutsideFiles, Place } from '../proof/outside/outside-files.ts';
import { placeFoundSchema, type PlaceFound, type PlaceVisit } from './visit-place.ts';

/** How often a checkpoint is written at the most; milliseconds. */
export const writeEvery = 60 * 60 * 1_000;
/** How often the newest is read back where nothing is signed; milliseconds. */
export const readEvery = 24 * 60 * 60 * 1_000;

export type PlacesContext = Pick<
  WriteContext,
  | 'workspace'
  | 'database'
  | 'checkpoints'
  | 'place'
  | 'supervisor'
  | 'schedule'
  | 'notices'
  | 'contradicted'
  | 'log'
  | 'clock'
> & { readonly outside: OutsideFiles };

/** Visits of all places, one after the other; one that is asked for while another is made follows it. */
export class PlacesKeeper {
  readonly #context: PlacesContext;
  #visiting: Promise<void> | undefined;
  #isAskedAgain = false;
  #isClosed = false;
  #cancelDaily: (() => void) | undefined;
  #cancelPause: (() => void) | undefined;
  /** Something was signed since the last write. */
  #isDue = false;
  readonly #signed = () => this.#writeSoon();

  constructor(context: PlacesContext) {
    this.#context = context;
  }

  /** Looks at once, then daily; writes after each signing. */
  begin(): void {
    const { notices, schedule } = this.#context;
    notices.on('signed', this.#signed);
    this.#cancelDaily = repeating(schedule, readEvery, () => this.visitSoon());
    this.visitSoon();
  }

  close(): void {
    this.#isClosed = true;
    this.#context.notices.off('signed', this.#signed);
    this.#cancelDaily?.();
    this.#cancelPause?.();
  }

  /** Visits every place; the caller goes on. */
  visitSoon(): void {
    if (this.#isClosed || this.#hasNone()) return;
    if (this.#visiting !== undefined) {
      this.#isAskedAgain = true;
      return;
    }
    this.#visiting = this.#visitAll().finally(() => {
      this.#visiting = undefined;
      if (!this.#isAskedAgain) return;
      this.#isAskedAgain = false;
      this.visitSoon();
    });
  }

  /** What stands at a path, asked before it is taken; undefined where it does not answer. */
  async tryPlace(path: string): Promise<PlaceFound | undefined> {
    return this.#visit({ path, isTried: true });
  }

  /** The first signing after a pause is written at once; what is signed within the hour waits for its end. */
  #writeSoon(): void {
    if (this.#hasNone()) return;
    if (this.#cancelPause !== undefined) {
      this.#isDue = true;
      return;
    }
    this.#cancelPause = this.#context.schedule(writeEvery, () => {
      this.#cancelPause = undefined;
      if (!this.#isDue) return;
      this.#isDue = false;
      this.#writeSoon();
    });
    this.visitSoon();
  }

  async #visitAll(): Promise<void> {
    const { outside, supervisor, log } = this.#context;
    try {
      const before = JSON.stringify(outside.places());
      for (const { path } of outside.places().places) {
        if (this.#isClosed) return;
        await this.#look(path);
      }
      if (JSON.stringify(outside.places()) !== before) supervisor.changed(['vouchers']);
    } catch (error) {
      const reason = String(error);
      log(JSON.stringify({ level: 'warn', event: 'places_not_visited', reason }));
    }
  }

  /** Reads back, judges, and writes where what lies there is of this ledger. */
  async #look(path: string): Promise<void> {
    const place = this.#placeAt(path);
    if (place === undefined) return;
    const setAside = place.set_aside ?? undefined;
    const found = await this.#visit({ path, setAside });
    if (this.#isClosed) return;
    const judged = this.#keep(path, found, setAside !== undefined);
    if (!takesNotes.has(judged)) return;
    const newest = this.#newest();
    if (newest === undefined) return;
    if (judged === 'kept' && newest.size <= sizeOf(found?.note ?? null)) return;
    const written = await this.#visit({ path, note: newest });
    if (!this.#isClosed) this.#keep(path, written, false);
  }

  async #visit(
    visit: Pick<PlaceVisit, 'path' | 'note' | 'setAside' | 'isTried'>,
  ): Promise<PlaceFound | undefined> {
    const { database, workspace, supervisor } = this.#context;
    const { origin } = new ChainStore(database).genesis();
    const order = { ...visit, origin, beside: workspace.directory } satisfies PlaceVisit;
    const found = await supervisor.visitPlace(visit.path, order);
    return found === undefined ? undefined : placeFoundSchema.parse(found);
  }

  /** Writes down what was found at a place that still is one. */
  #keep(path: string, found: PlaceFound | undefined, isSetAside: boolean): PlaceState {
    const { outside, clock, place: ledger } = this.#context;
    ledger.confirm();
    const places = outside.places();
    const known = places.places.find((each) => each.path === path);
    if (known === undefined) return 'waiting';
    const state = this.#stateOf(found);
    const isGreater = sizeOf(found?.note ?? null) >= sizeOf(known.note);
    const isNews = state === 'kept' ? isGreater : contradicting.has(state);
    const changed: Place = {
      path,
      state,
      seen_at: state === 'kept' ? clock() : known.seen_at,
      same_volume: found?.state === 'found' ? found.sameVolume : known.same_volume,
      note: isNews ? (found?.note ?? known.note) : known.note,
      set_aside: isSetAside && found?.state === 'found' ? null : known.set_aside,
    };
    outside.keepPlaces({
      ...places,
      places: places.places.map((each) => (each.path === path ? changed : each)),
    });
    return state;
  }

  #stateOf(found: PlaceFound | undefined): PlaceState {
    if (found === undefined) return 'silent';
    if (found.state !== 'found') return found.state;
    return found.note === null ? 'waiting' : this.#judge(found.note);
  }

  /** How the ledger stands to a note that was found. One that contradicts it ends its growth. */
  #judge(note: string): PlaceState {
    const { database, checkpoints, clock } = this.#context;
    const judge = createJudge(database, { rotations: checkpoints.rotations() });
    const judged = judge.judge({ note, keptAt: clock(), anchored: true });
    if (contradicts(judged.verdict)) {
      this.#context.contradicted(judged);
      return judged.verdict === 'FORKED' ? 'forked' : 'rolled_back';
    }
    if (judged.verdict === 'UNKNOWN_KEY') return 'other_key';
    return judged.verdict === 'BAD_SIGNATURE' ? 'damaged' : 'kept';
  }

  #newest(): { readonly text: string; readonly size: number } | undefined {
    const [kept] = this.#context.checkpoints.own(1);
    const size = kept === undefined ? undefined : parseCheckpoint(kept.note)?.size;
    return kept === undefined || size === undefined ? undefined : { text: kept.note, size };
  }

  #hasNone(): boolean {
    return this.#context.outside.places().places.length === 0;
  }

  #placeAt(path: string): Place | undefined {
    return this.#context.outside.places().places.find((each) => each.path === path);
  }
}

const contradicting: ReadonlySet<PlaceState> = new Set(['forked', 'rolled_back']);
/** Of what contradicts the ledger, and of another ledger's, nothing is covered up by a newer note. */
const takesNotes: ReadonlySet<PlaceState> = new Set(['waiting', 'kept', 'damaged']);

function sizeOf(note: string | null): number {
  return note === null ? -1 : (parseCheckpoint(note)?.size ?? -1);
}

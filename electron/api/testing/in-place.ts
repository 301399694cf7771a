/** Bodies that are read where they come in, for handlers that are served without threads. */
import { foreignCalls } from '../../foreign/foreign-task.ts';
import type { BodyMeans } from '../read-body.ts';

const random = (bytes: number) => new Uint8Array(bytes);

export const inPlace: BodyMeans = {
  random,
  foreign: foreignCalls({ clock: () => 0, random, createId: (prefix) => `${prefix}_made` }),
};

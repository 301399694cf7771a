/** Answers a function that gives the next number, from 0 up to but not including 1. */
export function seeded(seed: number): () => number;

/** Tells what a list opens itself from what is opened elsewhere: by the palette, a link, the way back. */
import { useState } from 'react';

export interface OwnOpenings {
  /** What the list opened last and the address does not say yet. */
  readonly awaited: string | undefined;
  /** To be called with what the list opens itself: the cursor is there already. */
  readonly expect: (id: string) => void;
}

/**
 * Calls `onElsewhere`, while rendering, when something is open that the list did not open itself; the
 * cursor has to go there. Openings of the list may overtake one another before the address says so.
 */
export function useOpenedElsewhere(
  openId: string | undefined,
  onElsewhere: (openId: string | undefined) => void,
): OwnOpenings {
  const [seen, setSeen] = useState(openId);
  const [expected, setExpected] = useState<readonly string[]>([]);
  if (openId !== seen) {
    setSeen(openId);
    const place = openId === undefined ? -1 : expected.indexOf(openId);
    setExpected(place < 0 ? [] : expected.slice(place + 1));
    if (place < 0) onElsewhere(openId);
  }
  const awaited = expected.at(-1);
  return {
    awaited,
    expect: (id) => {
      if (id !== (awaited ?? openId)) setExpected([...expected, id]);
    },
  };
}

/** Makes something of what is there, which takes a moment; what was made of another is not shown for it. */
import { useEffect, useState } from 'react';

/** Result of `make`, which stays the same function; undefined until it is there. */
export function useMade<Of extends object, Made>(
  of: Of | undefined,
  make: (of: Of) => Promise<Made>,
): Made | undefined {
  const [made, setMade] = useState<{ readonly of: Of; readonly result: Made }>();
  useEffect(() => {
    if (of === undefined) return undefined;
    let isCurrent = true;
    const run = async () => {
      const result = await make(of);
      if (isCurrent) setMade({ of, result });
    };
    void run();
    return () => {
      isCurrent = false;
    };
  }, [of, make]);
  return made !== undefined && made.of === of ? made.result : undefined;
}

/** Whether the rows on the screen are those of the question before, until the new one is answered. */
import { createContext } from 'react';

export const OldRows = createContext(false);

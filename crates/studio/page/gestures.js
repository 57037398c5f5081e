// Gesture numbers: commands of one session that carry the same number are one step to undo.

let last = 0;

/** A number that no other gesture of this page has. */
export const newGesture = () => ++last;

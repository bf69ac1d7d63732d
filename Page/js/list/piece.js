/** Owns the size of the pieces in which items are asked for, which the first question shares with the later ones. */

/** Pieces begin at multiples of this number, so that neighbouring requests do not overlap. */
export const PIECE = 50;

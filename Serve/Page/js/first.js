/**
 * Owns the questions of the first moment: session, words, and the photos at the address are asked for while the rest of the
 * page is still loading. Whoever needs an answer takes it from `api.js` as if it asked itself.
 */

import { askEarly, paths, previewAddress } from './api.js';
import { PIECE } from './data/piece.js';
import { parseRoute } from './router.js';
import { loadTexts } from './texts.js';

/** The pixels of the screen for one picture that is loaded early; in rows of the usual height a photo takes about so many. */
const PIXELS = 60_000;

/**
 * Pictures on their way, kept so that the browser finishes them.
 * @type {HTMLImageElement[]}
 */
const pictures = [];

async function askForPhotos() {
  const { page, view, photo, at } = parseRoute(location.search);
  if (page !== 'photos') return;
  /** @type {import('./types.js').ViewInfo} */
  const { version, count } = await askEarly(paths.view(view));
  void askEarly(paths.shape(view, version));
  if (photo || at) {
    void askEarly(paths.find(view, { id: photo || at }));
    return;
  }
  if (count === 0) return;
  /** @type {{items: import('./types.js').Item[]}} */
  const { items } = await askEarly(paths.items(view, version, 0, Math.min(count, PIECE)));
  for (const item of items.slice(0, Math.round((innerWidth * innerHeight) / PIXELS))) {
    const picture = new Image();
    picture.src = previewAddress(item, 'grid');
    pictures.push(picture);
  }
}

void loadTexts();
// With a code or a link in the address nobody is let in yet.
if (!/code=|link=/.test(location.hash)) {
  void askEarly(paths.session);
  // Errors are told by the part that needs the answer.
  askForPhotos().catch(() => {});
}

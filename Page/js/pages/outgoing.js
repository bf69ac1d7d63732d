/**
 * Owns the part of the timeline that shows what programs upload in the background, and what failed.
 */

import { api } from '../core/api.js';
import { instantWords } from '../core/dates.js';
import { h, icon } from '../core/dom.js';
import { oneAtATime } from '../core/oneatatime.js';
import { locale, t } from '../core/texts.js';

/** @typedef {import('../core/types.js').OutgoingUploads} OutgoingUploads */

/** @type {OutgoingUploads} */
let uploads = { programs: [], failures: [] };

/** Asks for the present state. Clients that may not see it, and servers without it, show nothing. */
export const askUploads = oneAtATime(async () => {
  uploads = await api.outgoingUploads().catch(() => ({ programs: [], failures: [] }));
});

/** The elements, or nothing where no program uploads. */
export function uploadRows() {
  const { programs, failures } = uploads;
  if (programs.length === 0) return null;
  return h('section', { key: 'uploads' },
    h('h2', null, t('outgoing.title')),
    h('ul.rows', null,
      programs.map((program) => h('li', { key: program.name },
        icon('cloud'),
        h('div', null, h('strong', null, program.name || t('outgoing.owner')), h('span.quiet', null, amountWords(program))),
        stateWord(program))),
      failures.map((failure, at) => h('li', { key: `failure ${at} ${failure.filename}` },
        icon('warning'),
        h('div', null,
          h('strong', null, failure.filename),
          h('span.quiet', null, failure.reason === 'answer' ? t('outgoing.status', { status: String(failure.status ?? 0) }) : t(`outgoingReason.${failure.reason}`)),
          h('span.quiet', null, [failure.name, failure.host ?? '', instantWords(failure.date, locale)].filter(Boolean).join(' · '))),
        h('span.state-word.warning', null, t('outgoing.failed'))))));
}

/** @param {OutgoingUploads['programs'][number]} program */
function amountWords({ waiting, pending, sent, failed }) {
  const words = [
    pending > 0 ? t('outgoing.pending', { count: pending }) : '',
    waiting > 0 ? t('outgoing.waiting', { count: waiting }) : '',
    sent > 0 ? t('outgoing.sent', { count: sent }) : '',
    failed > 0 ? t('outgoing.failures', { count: failed }) : '',
  ].filter(Boolean);
  return words.length > 0 ? words.join(' · ') : t('outgoing.nothing');
}

/** @param {OutgoingUploads['programs'][number]} program */
function stateWord({ isPaused, isRefused }) {
  if (isRefused) return h('span.state-word.warning', null, t('outgoing.refused'));
  return isPaused ? h('span.state-word.warning', null, t('outgoing.paused')) : h('span.state-word.good', null, t('outgoing.on'));
}

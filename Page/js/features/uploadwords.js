/**
 * Owns what is told about uploaded files: how many were added, which of them are damaged, and which were not added. Pure.
 */

import { amountWords } from '../core/amounts.js';
import { serverWords } from '../core/servertexts.js';
import { t } from '../core/texts.js';

/** @typedef {import('../core/types.js').ImportAnswer} ImportAnswer */
/** @typedef {import('../core/types.js').FileRemark} FileRemark */

/** The names of videos of which many browsers know no type. */
const VIDEO_NAME = /\.(mkv|mts|m2ts|ts|avi|divx|mpe?g|m2v|vob|mxf|wmv|asf|flv|3gp|3g2|mp4|m4v|mov|qt|webm|ogv)$/i;

/** @param {{name: string, type: string}} file */
const isVideo = ({ name, type }) => type.startsWith('video/') || (type === '' && VIDEO_NAME.test(name));

/**
 * The number of videos among added files; null where it is not known, because some of both kinds were sent.
 * @param {{name: string, type: string}[]} files All files that were sent.
 * @param {number} imported
 * @returns {number | null}
 */
export function videosAdded(files, imported) {
  const videos = files.filter(isVideo).length;
  if (videos === 0) return 0;
  return videos === files.length ? imported : null;
}

/**
 * What became of the files, in sentences.
 * @param {ImportAnswer} answer
 * @param {FileRemark[]} refused All files that were not added, also those that did not reach the library.
 * @param {number | null} videos
 */
export function uploadWords({ imported, known, inSource = 0, damaged = [], remarked = [] }, refused, videos) {
  const isNothing = known + inSource + refused.length === 0;
  return [
    imported > 0 || isNothing || refused.length > 0 ? t('upload.done', { count: imported, what: amountWords(imported, videos) }) : '',
    damaged.length > 0 ? t('upload.damaged', { count: damaged.length }) : '',
    remarked.length > 0 ? t('upload.remarked', { count: remarked.length }) : '',
    known > 0 ? t('upload.known', { count: known }) : '',
    inSource > 0 ? t('upload.inSource', { count: inSource }) : '',
    refused.length > 0 ? t('upload.refused', { count: refused.length }) : '',
  ].filter(Boolean).join(' ');
}

/**
 * The files about which there is something to say, by what became of them, the worst first.
 * @param {ImportAnswer} answer
 * @param {FileRemark[]} refused
 * @returns {{title: string, files: FileRemark[]}[]}
 */
export function uploadLists({ damaged = [], remarked = [] }, refused) {
  const lists = [[t('upload.refusedTitle'), refused], [t('upload.damagedTitle'), damaged], [t('upload.remarkedTitle'), remarked]];
  return /** @type {[string, FileRemark[]][]} */ (lists).filter(([, files]) => files.length > 0).map(([title, files]) => ({
    title, files: files.map(({ path, message }) => ({ path, message: serverWords(message) })),
  }));
}

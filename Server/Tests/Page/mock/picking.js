/**
 * Owns the question of the mock server: what a program asks, and what the person answers.
 */

export class Picking {
  /** @param {import('./library.js').Library} library */
  constructor(library) {
    this.library = library;
    this.ask({});
  }

  /** Another program asks; `preselect` has indexes in the list of all photos. */
  ask({ preselect = [], ...question }) {
    const { all } = this.library;
    this.question = {
      kind: 'pick', name: 'Postcards', addOnly: false, limit: 3, ordered: true, search: '', effect: 'selection',
      preselected: preselect.map((index) => this.library.id(all[index])), ...question,
    };
    this.answered = null;
    this.left = 0;
  }

  outcome() {
    return { answered: this.answered, left: this.left };
  }

  route(method, answer, Refusal) {
    if (this.answered) throw new Refusal(409, 'over', 'This question was answered already, or its program has ended.');
    if (method === 'GET') return this.question;
    if (method === 'DELETE') { this.answered = { cancelled: true }; return {}; }
    const { limit, kind } = this.question;
    if (kind === 'pick' && limit > 0 && answer.ids.length > limit) throw new Refusal(409, 'too-many-picks', 'More photos are picked than asked for.');
    this.answered = answer;
    return {};
  }
}

// What a kind does wrong with its context. Of ours it is a bug; a plug-in is told by a code of its own.

type Mistake =
  | 'bad-call'
  | 'bad-output'
  | 'duplicate-output'
  | 'bad-return'
  | 'changed-settings'
  | 'late'
  | 'bad-definition';

export class KindMistake extends Error {
  readonly mistake: Mistake;

  constructor(mistake: Mistake, message: string) {
    super(message);
    this.name = 'KindMistake';
    this.mistake = mistake;
  }
}

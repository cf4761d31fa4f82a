// Wrong use of the context by a kind. In our kinds it is a bug; for plug-ins it becomes a diagnostic.

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

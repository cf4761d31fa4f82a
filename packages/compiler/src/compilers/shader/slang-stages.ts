// Slang's stage numbers (SlangStage in slang.h).

const STAGES: { readonly [stage: string]: number } = {
  vertex: 1,
  hull: 2,
  domain: 3,
  geometry: 4,
  fragment: 5,
  compute: 6,
  raygeneration: 7,
  intersection: 8,
  anyhit: 9,
  closesthit: 10,
  miss: 11,
  callable: 12,
  mesh: 13,
  amplification: 14,
};

export function slangStageNumber(stage: string): number {
  const number = STAGES[stage];
  if (number === undefined) throw new Error(`slang has no stage ${stage}`);
  return number;
}

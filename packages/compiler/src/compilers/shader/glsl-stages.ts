// GLSL stages as glslang numbers them (EShLanguage), by our stage names.

const STAGES: { readonly [stage: string]: number } = {
  vertex: 0,
  tesscontrol: 1,
  tesseval: 2,
  geometry: 3,
  fragment: 4,
  compute: 5,
  raygeneration: 6,
  intersection: 7,
  anyhit: 8,
  closesthit: 9,
  miss: 10,
  callable: 11,
  task: 12,
  mesh: 13,
};

export function glslangStageNumber(stage: string | undefined): number {
  const number = stage === undefined ? undefined : STAGES[stage];
  if (number === undefined) throw new Error(`a GLSL root of stage ${stage}`);
  return number;
}

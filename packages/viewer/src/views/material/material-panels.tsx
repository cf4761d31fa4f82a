// Every field of a material: factors, textures with their samplers, and extensions.

import type { ComponentChildren } from 'preact';
import { Facts, Panel } from '../../parts/panel.js';
import { hashOf } from '../../routing/route.js';
import type { Store } from '../../store/store.js';
import { Thumbnail } from '../../thumbnails/thumbnail.js';
import type { MaterialRow, TextureInSlot } from './load-materials.js';
import { cssColor, Swatch } from './swatch.js';

const number = (value: number): string => String(Number(value.toPrecision(4)));

function Color({ value }: { readonly value: readonly number[] }) {
  return (
    <span class="material-name">
      <Swatch color={cssColor(value)} /> {value.map(number).join(', ')}
    </span>
  );
}

/** Lists of three or four numbers named as colors are shown as colors; textures have their own panel. */
function shown(name: string, value: unknown): ComponentChildren {
  if (typeof value === 'bigint') return undefined;
  if (Array.isArray(value)) return /color/i.test(name) ? <Color value={value} /> : value.map(number).join(', ');
  return typeof value === 'number' ? number(value) : String(value);
}

const words = (name: string): string => {
  const spaced = name
    .replaceAll(/(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replaceAll('color', 'color');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

export function MaterialPanels({ row, store }: { readonly row: MaterialRow; readonly store: Store }) {
  const { material, textures, extensions, extras } = row;
  return (
    <>
      <Panel title={row.name} note={material.alphaMode.toLowerCase()}>
        <Facts
          rows={[
            ['Base color', <Color key="base" value={material.baseColorFactor} />],
            ['Metallic', number(material.metallicFactor)],
            ['Roughness', number(material.roughnessFactor)],
            ['Emissive', <Color key="emissive" value={material.emissiveFactor} />],
            ['Normal scale', number(material.normalScale)],
            ['Occlusion', number(material.occlusionStrength)],
            [
              'Alpha',
              material.alphaMode === 'MASK'
                ? `mask below ${number(material.alphaCutoff)}`
                : material.alphaMode.toLowerCase(),
            ],
            ['Sides', material.doubleSided ? 'both' : 'front'],
          ]}
        />
      </Panel>
      <Panel title="Textures" note={`${textures.length}`}>
        {textures.length === 0 ? <p class="muted">None. The material has only factors.</p> : null}
        {textures.map((texture) => (
          <TextureFacts key={texture.slot} texture={texture} store={store} />
        ))}
      </Panel>
      {extensions.map((name) => (
        <Panel key={name} title={words(name)} note="extension">
          <Facts
            rows={Object.entries(extras?.[name] ?? {}).flatMap(([field, value]) => {
              const text = field === 'row' || field === 'pad' ? undefined : shown(field, value);
              return text === undefined ? [] : [[words(field), text] as const];
            })}
          />
        </Panel>
      ))}
    </>
  );
}

interface TextureFactsProps {
  readonly texture: TextureInSlot;
  readonly store: Store;
}

function TextureFacts({ texture: { slot, path, hash, use }, store }: TextureFactsProps) {
  const isMoved =
    use !== undefined && [...use.offset, use.rotation, ...use.scale.map((each) => each - 1)].some((each) => each !== 0);
  return (
    <div class="material-texture">
      {path === undefined ? (
        <span class="thumbnail is-medium" />
      ) : (
        <Thumbnail store={store} path={path} size="medium" />
      )}
      <span class="muted">{words(slot)}</span>
      {path === undefined ? (
        <span class="is-bad">{hash} is not there</span>
      ) : (
        <a href={hashOf(path)} title={hash}>
          {path}
        </a>
      )}
      {use === undefined ? null : (
        <span class="muted">
          uv {use.uvSet} · {use.wrapS === use.wrapT ? use.wrapS : `${use.wrapS}, ${use.wrapT}`}
          {use.minFilter === 'unset' ? '' : ` · ${use.minFilter}`}
          {isMoved
            ? ` · offset ${use.offset.map(number).join(', ')} · scale ${use.scale.map(number).join(', ')} · turned ${number(use.rotation)}`
            : ''}
        </span>
      )}
    </div>
  );
}

// Icons of 16 units, in the text color. Each is accompanied by a label, so screen readers ignore them.

import type { ComponentChildren } from 'preact';
import { type Kind, kindClass } from '../kinds.js';

interface IconProps {
  readonly children: ComponentChildren;
  readonly name: string;
  /** More classes. */
  readonly tint?: string;
}

function Icon({ children, name, tint = '' }: IconProps) {
  return (
    <svg
      class={`icon icon-${name} ${tint}`}
      viewBox="0 0 16 16"
      width="16"
      height="16"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

const SHAPES: Readonly<Record<Kind, ComponentChildren>> = {
  mesh: <path d="M8 1.8 13.5 5v6L8 14.2 2.5 11V5zM8 8v6.2M8 8l5.5-3M8 8 2.5 5" />,
  scene: <path d="M2.5 3.5h4v3h-4zM9.5 9.5h4v3h-4zM9.5 3.5h4v3h-4zM4.5 6.5V11h5M6.5 5h3" />,
  material: (
    <>
      <circle cx="8" cy="8" r="5.7" />
      <path d="M4.8 7.2a3.4 3.4 0 0 1 3-2.6" />
    </>
  ),
  animation: <path d="M2 11.5c2.5 0 3-7 6-7s3.5 7 6 7M2 13.5h12" />,
  texture: (
    <>
      <rect x="2.3" y="2.8" width="11.4" height="10.4" rx="1.5" />
      <path d="m2.5 11.5 3.3-3.7 2.6 2.7 1.8-1.8 3.3 3.3" />
      <circle cx="10.5" cy="5.8" r=".9" />
    </>
  ),
  font: <path d="m3 13 4-10.5h1.5L12.5 13M4.5 9.5H11M2 13h2.5M11 13h2.8" />,
  shader: <path d="m5 4.5-3.5 3.5L5 11.5M11 4.5l3.5 3.5-3.5 3.5M9.3 3 6.7 13" />,
  manifest: <path d="M3 3.5h1M6.5 3.5H13M3 8h1M6.5 8H13M3 12.5h1M6.5 12.5H13" />,
  text: <path d="M3.5 1.8h6l3 3v9.4h-9zM9.5 1.8v3h3M5.5 8h5M5.5 10.8h5" />,
  other: <path d="M3.5 1.8h6l3 3v9.4h-9zM9.5 1.8v3h3" />,
};

export const KindIcon = ({ kind }: { readonly kind: Kind }) => (
  <Icon name={kind} tint={`kind-tint ${kindClass(kind)}`}>
    {SHAPES[kind]}
  </Icon>
);

export const Chevron = ({ isOpen }: { readonly isOpen: boolean }) => (
  <Icon name="chevron">
    <path d={isOpen ? 'm4 6 4 4 4-4' : 'm6 4 4 4-4 4'} />
  </Icon>
);

export const MenuIcon = () => (
  <Icon name="menu">
    <path d="M2.5 4h11M2.5 8h11M2.5 12h11" />
  </Icon>
);

export const SearchIcon = () => (
  <Icon name="search">
    <circle cx="7" cy="7" r="4.3" />
    <path d="m10.2 10.2 3.5 3.5" />
  </Icon>
);

export const PlayIcon = ({ isPlaying }: { readonly isPlaying: boolean }) => (
  <Icon name="play">{isPlaying ? <path d="M5.5 3.5v9M10.5 3.5v9" /> : <path d="M5 3.2v9.6L12.5 8z" />}</Icon>
);

const THEME_SHAPES = {
  system: <path d="M2.5 3h11v8h-11zM6 13.5h4M8 11v2.5" />,
  light: (
    <>
      <circle cx="8" cy="8" r="2.8" />
      <path d="M8 1.5v1.6M8 12.9v1.6M1.5 8h1.6M12.9 8h1.6M3.4 3.4l1.1 1.1M11.5 11.5l1.1 1.1M12.6 3.4l-1.1 1.1M4.5 11.5l-1.1 1.1" />
    </>
  ),
  dark: <path d="M13.3 9.8A5.8 5.8 0 0 1 6.2 2.7a5.8 5.8 0 1 0 7.1 7.1z" />,
};

export const ThemeIcon = ({ theme }: { readonly theme: keyof typeof THEME_SHAPES }) => (
  <Icon name="theme">{THEME_SHAPES[theme]}</Icon>
);

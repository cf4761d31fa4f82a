// A link to a file whose path is broken between folders, if it has to be.

import { Fragment } from 'preact';
import { hashOf } from '../routing/route.js';

export const PathLink = ({ path }: { readonly path: string }) => (
  <a href={hashOf(path)}>
    {path.split(/(?<=\/)/).map((part, i) => (
      <Fragment key={`${i} ${part}`}>
        {i === 0 ? null : <wbr />}
        {part}
      </Fragment>
    ))}
  </a>
);

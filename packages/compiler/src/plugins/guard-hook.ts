// Wraps a plug-in's hook: checks its edits, and reports its errors at their place in the plug-in's source.

import { AssetError } from '../diagnostics/diagnostic.js';
import { OpenContext } from '../kinds/open-context.js';
import type { CompileContext } from '../model/kind/compile-context.js';
import type { Hook } from '../model/kind/hook.js';
import { KindMistake } from '../model/kind/kind-mistake.js';
import type { PluginBundle } from '../model/kind/plugin-bundle.js';
import { matchesGlob } from '../model/text/glob.js';
import type { HookContext, HookDefinition, Plugin } from './define-plugin.js';
import { EditImage } from './edit/edit-image.js';
import { SceneEdit } from './edit/edit-scene.js';
import { pluginFailure } from './plugin-failure.js';
import { collectUnhandledFailures } from './unhandled-failures.js';

const DIGEST_DIGITS = 32;

export function guardHook(given: HookDefinition, { name, version }: Plugin, bundle: PluginBundle): Hook {
  const { match, scene, image } = checkHook(given, bundle);
  const globs = [match].flat().map((glob) => glob.toLowerCase());
  const guarded = async (context: CompileContext, run: (open: HookContext) => unknown): Promise<void> => {
    const open = new OpenContext<unknown>(context, {});
    try {
      const [stray] = await collectUnhandledFailures(async () => {
        const returned: unknown = await run(shownTo(open));
        if (returned !== undefined)
          throw new KindMistake('bad-return', 'a hook returned a value; it must change its argument instead');
      });
      if (stray !== undefined)
        throw new KindMistake('late', `a hook did not await a promise, which failed: ${String(stray)}`);
      open.finish(undefined);
    } catch (error) {
      context.signal.throwIfAborted();
      throw pluginFailure(error, bundle, `while its hook had ${context.path}`, 'plugin/threw');
    }
  };
  return {
    identity: `${name} ${version} ${bundle.digest.slice(0, DIGEST_DIGITS)}`,
    matches: (path) => globs.some((glob) => matchesGlob(glob, path.toLowerCase())),
    ...(scene && {
      async scene(model, context) {
        const edit = new SceneEdit(model);
        let result = model;
        await guarded(context, async (open) => {
          const returned: unknown = await scene(edit, open);
          result = edit.result();
          return returned;
        });
        return result;
      },
    }),
    ...(image && {
      async image(hooked, context) {
        const edit = new EditImage(hooked);
        let result = hooked.image;
        await guarded(context, async (open) => {
          const returned: unknown = await image(edit, open);
          result = edit.result();
          return returned;
        });
        return result;
      },
    }),
  };
}

function shownTo(open: OpenContext<unknown>): HookContext {
  return {
    path: open.path,
    signal: open.signal,
    read: (path) => open.read(path),
    tryRead: (path) => open.tryRead(path),
    readText: (path) => open.readText(path),
    list: (folder) => open.list(folder),
    exists: (path) => open.exists(path),
    resolve: (from, reference) => open.resolve(from, reference),
    warn: (spot, message, remedy) => open.warn(spot, message, remedy),
    error: (spot, message, remedy) => open.error(spot, message, remedy),
  };
}

function checkHook(hook: unknown, { specifier }: PluginBundle): HookDefinition {
  const refuse = (message: string): never => {
    throw new AssetError({ code: 'plugin/bad-definition', file: specifier, message });
  };
  if (typeof hook !== 'object' || hook === null) return refuse('a hook must be an object');
  const { match, scene, image, ...rest }: { match?: unknown; scene?: unknown; image?: unknown } = hook;
  const globs: readonly unknown[] = Array.isArray(match) ? match : [match];
  if (globs.length === 0 || !globs.every((glob): glob is string => typeof glob === 'string' && glob !== ''))
    return refuse('a hook needs a match: a glob or a list of globs');
  const [other] = Object.keys(rest);
  if (other !== undefined)
    refuse(`a hook has the unknown key ${JSON.stringify(other)}; known keys are match, scene and image`);
  if (scene === undefined && image === undefined) refuse('a hook has neither scene nor image');
  for (const part of [scene, image])
    if (part !== undefined && typeof part !== 'function') refuse('scene and image of a hook must be functions');
  return {
    match: globs,
    ...(isFunction(scene) && { scene }),
    ...(isFunction(image) && { image }),
  };
}

/** Arguments and results are checked at the call. */
const isFunction = (value: unknown): value is (...args: readonly unknown[]) => undefined => typeof value === 'function';

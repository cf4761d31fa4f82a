// The page over the compiled demo in a real browser. One stage for all: each view's tests are a file next to this one, called from here.

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../packages/compiler/src/index.js';
import { browserMissing } from '../support/browser/launch.js';
import { accessTests } from './access.js';
import { buildStatusTests } from './build-status.js';
import { builtDemo } from './built.js';
import { failedBuildTests } from './failed-build.js';
import { fontViewTests } from './font-view.js';
import { largeTextureTests } from './large-texture.js';
import { layoutShiftTests } from './layout-shifts.js';
import { lostContextTests } from './lost-context.js';
import { memoryTests } from './memory.js';
import { meshLineTests } from './mesh-lines.js';
import { meshViewTests } from './mesh-view.js';
import { narrowTests } from './narrow.js';
import { otherOutputTests } from './other-outputs.js';
import { otherViewTests } from './other-views.js';
import { pictureTests } from './picture.js';
import { readingViewTests } from './reading-views.js';
import { shellTests } from './shell.js';
import { openStage, type Stage } from './stage.js';
import { textureCompareTests } from './texture-compare.js';
import { textureViewTests } from './texture-view.js';
import { thumbnailTests } from './thumbnails.js';

describe.skipIf(browserMissing !== undefined)(`the page (${browserMissing ?? 'in Chromium'})`, () => {
  let stage: Stage;
  let project = '';
  beforeAll(async () => {
    project = builtDemo();
    const { config } = await loadConfig({ cwd: project });
    stage = await openStage(join(project, 'desktop'), config);
  });
  afterAll(() => stage?.close());
  const theStage = (): Stage => stage;

  describe('the shell', () => shellTests(theStage));
  describe('access', () => accessTests(theStage));
  describe('layout', () => layoutShiftTests(theStage));
  describe('small windows', () => narrowTests(theStage));
  describe('the mesh view', () => meshViewTests(theStage));
  describe('the picture of a model', () => pictureTests(theStage));
  describe('thumbnails', () => thumbnailTests(theStage));
  describe('lines on a mesh', () => meshLineTests(theStage));
  describe('the other views', () => otherViewTests(theStage));
  describe('the texture view', () => textureViewTests(theStage));
  describe('textures next to their sources', () => textureCompareTests(theStage));
  describe('the font view', () => fontViewTests(theStage));
  describe('the views of shaders and text', () => readingViewTests(theStage));

  describe('the status of a build', () => buildStatusTests(theStage));
  describe('other outputs', () => otherOutputTests(theStage, () => project));
  describe('failed builds', () => failedBuildTests(theStage));
  describe('large textures', () => largeTextureTests(theStage, () => project));
  describe('lost contexts', () => lostContextTests(theStage));
  describe('memory', () => memoryTests(theStage));

  it('had nothing to complain about', () => {
    expect(stage.complaints).toEqual([]);
  });

  it('moved nothing while views were opened', async () => {
    await stage.settle();
    expect(stage.shifts).toEqual([]);
  });
});

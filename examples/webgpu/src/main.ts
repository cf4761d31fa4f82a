// Meshes, textures and meshlets in plain WebGPU, with only the format reader between the files and the GPU.

import files from 'assetc:';
import { AssetLibrary } from '@assetc/formats';
import { prepareTranscoder } from '@assetc/formats/transcode';
import { GpuModel, SUN } from './gpu-model.js';
import { TEXTURE_FEATURES } from './gpu-texture.js';
import { type Vector, viewProjection } from './matrix.js';
import { SHADER } from './shader.js';

const SCENE_FLOATS = 32;
const SAMPLES = 4;
const TARGET: Vector = [0, 3.9, 0];
const HAZE = [0.93, 0.68, 0.47] as const;

function element<T extends Element>(selector: string, type: new () => T): T {
  const found = document.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`the page has no ${selector}`);
  return found;
}
const canvas = element('#view', HTMLCanvasElement);
const facts = element('#facts', HTMLOutputElement);
const problem = element('#problem', HTMLOutputElement);

async function openDevice(): Promise<GPUDevice | undefined> {
  const adapter = await navigator.gpu?.requestAdapter();
  const requiredFeatures = TEXTURE_FEATURES.filter((feature) => adapter?.features.has(feature));
  return adapter?.requestDevice({ requiredFeatures });
}

function makePipeline(device: GPUDevice, format: GPUTextureFormat): GPURenderPipeline {
  const module = device.createShaderModule({ code: SHADER });
  return device.createRenderPipeline({
    layout: 'auto',
    vertex: { module },
    fragment: { module, targets: [{ format }] },
    primitive: { topology: 'triangle-list', cullMode: 'none' },
    depthStencil: { format: 'depth24plus', depthWriteEnabled: true, depthCompare: 'less' },
    multisample: { count: SAMPLES },
  });
}

/** The two render targets, recreated when the canvas size changes. */
function makeTargets(device: GPUDevice, format: GPUTextureFormat) {
  const size = [canvas.width, canvas.height];
  const common = { size, sampleCount: SAMPLES, usage: GPUTextureUsage.RENDER_ATTACHMENT };
  return {
    color: device.createTexture({ ...common, format }),
    depth: device.createTexture({ ...common, format: 'depth24plus' }),
  };
}

async function run(device: GPUDevice): Promise<void> {
  const context = canvas.getContext('webgpu');
  if (context === null) throw new Error('the canvas gives no WebGPU context');
  const format = navigator.gpu.getPreferredCanvasFormat();
  context.configure({ device, format, alphaMode: 'opaque' });
  let isLost = false;
  // The first error stays on the screen: the others mostly follow from it.
  device.addEventListener('uncapturederror', ({ error }) => {
    problem.textContent ||= error.message;
  });
  void device.lost.then(({ message, reason }) => {
    isLost = true;
    problem.textContent ||= `The GPU device was lost (${reason}): ${message}`;
  });

  await prepareTranscoder();
  const library = await AssetLibrary.open(files);
  const pipeline = makePipeline(device, format);
  const layouts = { material: pipeline.getBindGroupLayout(1), vertices: pipeline.getBindGroupLayout(2) };
  const models = await Promise.all(
    ['models/island', 'models/lighthouse', 'models/fern'].map((name) => GpuModel.load(device, library, name, layouts)),
  );
  const uniforms = device.createBuffer({
    size: SCENE_FLOATS * 4,
    usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST,
  });
  const sampler = device.createSampler({
    addressModeU: 'repeat',
    addressModeV: 'repeat',
    magFilter: 'linear',
    minFilter: 'linear',
    mipmapFilter: 'linear',
    maxAnisotropy: 8,
  });
  const scene = device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: [
      { binding: 0, resource: { buffer: uniforms } },
      { binding: 1, resource: sampler },
    ],
  });

  const meshlets = element('#meshlets', HTMLInputElement);
  const stands = matchMedia('(prefers-reduced-motion: reduce)');
  let targets: ReturnType<typeof makeTargets> | undefined;
  const frame = (time: number): void => {
    if (isLost) return;
    const [width, height] = [canvas.clientWidth * devicePixelRatio, canvas.clientHeight * devicePixelRatio];
    if (targets === undefined || canvas.width !== Math.floor(width) || canvas.height !== Math.floor(height)) {
      [canvas.width, canvas.height] = [Math.max(1, width), Math.max(1, height)];
      targets?.color.destroy();
      targets?.depth.destroy();
      targets = makeTargets(device, format);
    }
    const angle = 0.6 + (stands.matches ? 0 : time / 9000);
    const eye: Vector = [16 * Math.sin(angle), 4.4, 16 * Math.cos(angle)];
    const matrix = viewProjection(eye, TARGET, 0.72, canvas.width / canvas.height, 0.1, 200);
    device.queue.writeBuffer(
      uniforms,
      0,
      Float32Array.of(...matrix, ...eye, 1, ...SUN, 0, ...HAZE, 1, meshlets.checked ? 1 : 0, 0, 0, 0),
    );

    const encoder = device.createCommandEncoder();
    const pass = encoder.beginRenderPass({
      colorAttachments: [
        {
          view: targets.color.createView(),
          resolveTarget: context.getCurrentTexture().createView(),
          clearValue: [...HAZE, 1],
          loadOp: 'clear',
          storeOp: 'discard',
        },
      ],
      depthStencilAttachment: {
        view: targets.depth.createView(),
        depthClearValue: 1,
        depthLoadOp: 'clear',
        depthStoreOp: 'discard',
      },
    });
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, scene);
    const counts = models.map((model) => model.draw(pass, eye));
    pass.end();
    device.queue.submit([encoder.finish()]);
    const sum = (which: 0 | 1) => counts.reduce((total, count) => total + count[which], 0);
    facts.textContent = `${sum(0)} of ${sum(1)} meshlets face you`;
    document.body.dataset.frames = `${Number(document.body.dataset.frames ?? 0) + 1}`;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

const device = await openDevice();
if (device === undefined) {
  facts.textContent = 'This browser offers no WebGPU adapter.';
  document.body.dataset.frames = 'none';
} else await run(device);

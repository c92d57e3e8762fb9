/**
 * Renders one GLB model with orbit controls and ambient light. It draws a frame only after a change, so that an idle page
 * uses no processor time.
 */
import {
  ACESFilmicToneMapping,
  Box3,
  type Group,
  Mesh,
  type Object3D,
  PerspectiveCamera,
  PMREMGenerator,
  Scene,
  type Texture,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

export interface ModelScene {
  /** Rotates the model, in radians. */
  rotate(yaw: number, pitch: number): void;
  /** A factor above 1 zooms in. */
  zoom(factor: number): void;
  reset(): void;
  dispose(): void;
}

const FIELD_OF_VIEW_DEGREES = 35;
const MAX_PITCH = Math.PI / 2;
const MAX_PIXEL_RATIO = 2;

/** @param hasReducedMotion disables auto-rotation. @throws when the browser has no WebGL or the file is not a model. */
export async function showModel(
  canvas: HTMLCanvasElement,
  url: string,
  hasReducedMotion: boolean,
): Promise<ModelScene> {
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
  try {
    const { scene: model } = await new GLTFLoader().loadAsync(url);
    return createScene(canvas, renderer, model, hasReducedMotion);
  } catch (error) {
    renderer.dispose();
    throw error;
  }
}

function createScene(
  canvas: HTMLCanvasElement,
  renderer: WebGLRenderer,
  model: Group,
  hasReducedMotion: boolean,
): ModelScene {
  renderer.toneMapping = ACESFilmicToneMapping;
  const scene = new Scene();
  const light = new PMREMGenerator(renderer);
  const environment = light.fromScene(new RoomEnvironment(), 0.04);
  scene.environment = environment.texture;
  scene.add(model);

  const camera = new PerspectiveCamera(FIELD_OF_VIEW_DEGREES, 1, 0.01, 100);
  const radius = centerModel(model);
  const controls = new OrbitControls(camera, canvas);
  Object.assign(controls, {
    enableDamping: true,
    enablePan: false,
    autoRotate: !hasReducedMotion,
    autoRotateSpeed: 1.2,
  });
  controls.minDistance = radius * 1.2;
  controls.maxDistance = radius * 8;
  camera.position.set(radius * 1.6, radius * 1.1, radius * 2.4);
  controls.update();
  controls.saveState();
  // Auto-rotation stops when the user drags the model.
  controls.addEventListener('start', () => (controls.autoRotate = false));

  const resize = () => {
    const { clientWidth: width, clientHeight: height } = canvas;
    if (width === 0 || height === 0) return;
    renderer.setPixelRatio(Math.min(window.devicePixelRatio, MAX_PIXEL_RATIO));
    renderer.setSize(width, height, false);
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    renderer.render(scene, camera);
  };
  const resizeObserver = new ResizeObserver(resize);
  resizeObserver.observe(canvas);
  resize();
  let needsRender = true;
  renderer.setAnimationLoop(() => {
    if (!controls.update() && !needsRender) return;
    needsRender = false;
    renderer.render(scene, camera);
  });

  return {
    rotate(yaw, pitch) {
      controls.autoRotate = false;
      model.rotation.y += yaw;
      model.rotation.x = Math.min(MAX_PITCH, Math.max(-MAX_PITCH, model.rotation.x + pitch));
      needsRender = true;
    },
    zoom(factor) {
      const distance = camera.position.length() / factor;
      camera.position.setLength(Math.min(controls.maxDistance, Math.max(controls.minDistance, distance)));
      needsRender = true;
    },
    reset() {
      model.rotation.set(0, 0, 0);
      controls.reset();
      needsRender = true;
    },
    dispose() {
      renderer.setAnimationLoop(null);
      resizeObserver.disconnect();
      controls.dispose();
      disposeModel(model);
      environment.dispose();
      light.dispose();
      renderer.dispose();
    },
  };
}

/** Moves the model's centre to the origin. @returns the radius of its bounding sphere. */
function centerModel(model: Group): number {
  const box = new Box3().setFromObject(model);
  model.position.sub(box.getCenter(new Vector3()));
  return Math.max(1e-3, box.getSize(new Vector3()).length() / 2);
}

/** Frees geometry, materials and textures. three.js does not free GPU memory by itself. */
function disposeModel(model: Group): void {
  model.traverse((part) => {
    if (!isMesh(part)) return;
    part.geometry.dispose();
    for (const material of [part.material].flat()) {
      for (const value of Object.values(material)) if (isTexture(value)) value.dispose();
      material.dispose();
    }
  });
}

function isMesh(part: Object3D): part is Mesh {
  return part instanceof Mesh;
}

function isTexture(value: unknown): value is Texture {
  return typeof value === 'object' && value !== null && 'isTexture' in value;
}

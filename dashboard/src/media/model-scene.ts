/**
 * Renders one GLB model with orbit controls and ambient light. It draws a frame only after a change, so that an idle page
 * uses no processor time.
 */
import {
  ACESFilmicToneMapping,
  Box3,
  Group,
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
import { fittingDistance } from './fitting-distance';

export interface ModelScene {
  /** Rotates the model, in radians. */
  rotate(yaw: number, pitch: number): void;
  /** A factor above 1 zooms in. */
  zoom(factor: number): void;
  reset(): void;
  dispose(): void;
}

const FIELD_OF_VIEW_DEGREES = 35;
/** Space around the model, as a factor of its size. */
const MARGIN = 1.05;
/** From the model to the camera at the start: from the front, a little from the right and above. */
const VIEW_DIRECTION = new Vector3(1.6, 1.1, 2.4);
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
  const { pivot, radius } = centered(model);
  scene.add(pivot);

  const camera = new PerspectiveCamera(FIELD_OF_VIEW_DEGREES);
  const controls = new OrbitControls(camera, canvas);
  Object.assign(controls, {
    enableDamping: true,
    enablePan: false,
    autoRotate: !hasReducedMotion,
    autoRotateSpeed: 1.2,
  });
  camera.position.copy(VIEW_DIRECTION);
  controls.saveState();
  let hasUserMovedCamera = false;
  let needsRender = true;
  // Auto-rotation stops when the user drags the model.
  controls.addEventListener('start', () => {
    controls.autoRotate = false;
    hasUserMovedCamera = true;
  });

  /** Sets the camera's limits, and its distance unless the user has chosen one. */
  const fit = () => {
    const view = { fovDegrees: FIELD_OF_VIEW_DEGREES, aspect: camera.aspect };
    const distance = fittingDistance(radius * MARGIN, view);
    controls.minDistance = radius * 1.2;
    controls.maxDistance = distance * 3;
    camera.near = radius / 100;
    camera.far = controls.maxDistance + radius;
    camera.updateProjectionMatrix();
    if (!hasUserMovedCamera) camera.position.setLength(distance);
    controls.update();
    needsRender = true;
  };
  const resize = () => {
    const { clientWidth: width, clientHeight: height } = canvas;
    if (width === 0 || height === 0) return;
    renderer.setPixelRatio(Math.min(window.devicePixelRatio, MAX_PIXEL_RATIO));
    renderer.setSize(width, height, false);
    camera.aspect = width / height;
    fit();
    renderer.render(scene, camera);
  };
  const resizeObserver = new ResizeObserver(resize);
  resizeObserver.observe(canvas);
  resize();
  renderer.setAnimationLoop(() => {
    if (!controls.update() && !needsRender) return;
    needsRender = false;
    renderer.render(scene, camera);
  });

  return {
    rotate(yaw, pitch) {
      controls.autoRotate = false;
      pivot.rotation.y += yaw;
      pivot.rotation.x = Math.min(MAX_PITCH, Math.max(-MAX_PITCH, pivot.rotation.x + pitch));
      needsRender = true;
    },
    zoom(factor) {
      hasUserMovedCamera = true;
      const distance = camera.position.length() / factor;
      camera.position.setLength(Math.min(controls.maxDistance, Math.max(controls.minDistance, distance)));
      needsRender = true;
    },
    reset() {
      pivot.rotation.set(0, 0, 0);
      hasUserMovedCamera = false;
      controls.reset();
      fit();
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

/** Returns a group that turns the model about its centre, and the radius of its bounding sphere. */
function centered(model: Group): { pivot: Group; radius: number } {
  const box = new Box3().setFromObject(model);
  model.position.sub(box.getCenter(new Vector3()));
  const pivot = new Group().add(model);
  return { pivot, radius: Math.max(1e-3, box.getSize(new Vector3()).length() / 2) };
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

/**
 * A GLB model in a canvas that can be turned: one model, soft light from all sides, nothing else. It draws only when
 * something has changed, so that a page left open costs nothing.
 */
import {
  ACESFilmicToneMapping,
  Box3,
  type Group,
  type Material,
  Mesh,
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
  /** Turns the model, in radians. */
  turn(around: number, over: number): void;
  /** Above 1 goes nearer. */
  zoom(factor: number): void;
  reset(): void;
  dispose(): void;
}

const FIELD_OF_VIEW = 35;
const MOST_OVER = Math.PI / 2;
const SHARPEST = 2;

/** @param isCalm nothing moves by itself. @throws when the browser has no WebGL, or the file is no model. */
export async function showModel(
  canvas: HTMLCanvasElement,
  url: string,
  isCalm: boolean,
): Promise<ModelScene> {
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
  try {
    const { scene: model } = await new GLTFLoader().loadAsync(url);
    return present(canvas, renderer, model, isCalm);
  } catch (error) {
    renderer.dispose();
    throw error;
  }
}

function present(
  canvas: HTMLCanvasElement,
  renderer: WebGLRenderer,
  model: Group,
  isCalm: boolean,
): ModelScene {
  renderer.toneMapping = ACESFilmicToneMapping;
  const scene = new Scene();
  const light = new PMREMGenerator(renderer);
  const environment = light.fromScene(new RoomEnvironment(), 0.04);
  scene.environment = environment.texture;
  scene.add(model);

  const camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.01, 100);
  const radius = centre(model);
  const controls = new OrbitControls(camera, canvas);
  Object.assign(controls, {
    enableDamping: true,
    enablePan: false,
    autoRotate: !isCalm,
    autoRotateSpeed: 1.2,
  });
  controls.minDistance = radius * 1.2;
  controls.maxDistance = radius * 8;
  camera.position.set(radius * 1.6, radius * 1.1, radius * 2.4);
  controls.update();
  controls.saveState();
  // Whoever takes hold of it does not want it to turn away.
  controls.addEventListener('start', () => (controls.autoRotate = false));

  const resize = () => {
    const { clientWidth: width, clientHeight: height } = canvas;
    if (width === 0 || height === 0) return;
    renderer.setPixelRatio(Math.min(window.devicePixelRatio, SHARPEST));
    renderer.setSize(width, height, false);
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    renderer.render(scene, camera);
  };
  const watch = new ResizeObserver(resize);
  watch.observe(canvas);
  resize();
  let dirty = true;
  renderer.setAnimationLoop(() => {
    if (!controls.update() && !dirty) return;
    dirty = false;
    renderer.render(scene, camera);
  });

  return {
    turn(around, over) {
      controls.autoRotate = false;
      model.rotation.y += around;
      model.rotation.x = Math.min(MOST_OVER, Math.max(-MOST_OVER, model.rotation.x + over));
      dirty = true;
    },
    zoom(factor) {
      const distance = camera.position.length() / factor;
      camera.position.setLength(Math.min(controls.maxDistance, Math.max(controls.minDistance, distance)));
      dirty = true;
    },
    reset() {
      model.rotation.set(0, 0, 0);
      controls.reset();
      dirty = true;
    },
    dispose() {
      renderer.setAnimationLoop(null);
      watch.disconnect();
      controls.dispose();
      release(model);
      environment.dispose();
      light.dispose();
      renderer.dispose();
    },
  };
}

/** Moves the model's middle into the origin. @returns the radius of the sphere around it. */
function centre(model: Group): number {
  const box = new Box3().setFromObject(model);
  model.position.sub(box.getCenter(new Vector3()));
  return Math.max(1e-3, box.getSize(new Vector3()).length() / 2);
}

/** Memory of the graphics card is freed by hand alone. */
function release(model: Group): void {
  model.traverse((part) => {
    if (!(part instanceof Mesh)) return;
    part.geometry.dispose();
    for (const material of [part.material].flat() as Material[]) {
      for (const value of Object.values(material)) if (isTexture(value)) value.dispose();
      material.dispose();
    }
  });
}

function isTexture(value: unknown): value is Texture {
  return typeof value === 'object' && value !== null && 'isTexture' in value;
}

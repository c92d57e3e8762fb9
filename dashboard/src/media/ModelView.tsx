import { Alert, Center, Loader } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import classes from './media.module.css';
import { type ModelScene, showModel } from './model-scene';

const ROTATION_STEP = Math.PI / 18;
const ZOOM_STEP = 1.15;

const KEYS: Record<string, (scene: ModelScene) => void> = {
  ArrowLeft: (scene) => scene.rotate(-ROTATION_STEP, 0),
  ArrowRight: (scene) => scene.rotate(ROTATION_STEP, 0),
  ArrowUp: (scene) => scene.rotate(0, -ROTATION_STEP),
  ArrowDown: (scene) => scene.rotate(0, ROTATION_STEP),
  '+': (scene) => scene.zoom(ZOOM_STEP),
  '-': (scene) => scene.zoom(1 / ZOOM_STEP),
  Home: (scene) => scene.reset(),
};

interface ModelViewProps {
  url: string;
  label: string;
}

/** Renders a 3D model. Dragging or the arrow keys rotate it, + and − zoom, Home resets the view. */
export default function ModelView({ url, label }: ModelViewProps) {
  const hasReducedMotion = useReducedMotion(undefined, { getInitialValueInEffect: false });
  // A canvas keeps one WebGL context for its lifetime. The key creates a new canvas, so that no two scenes share a context.
  return (
    <ModelCanvas
      key={`${url} ${hasReducedMotion}`}
      url={url}
      label={label}
      hasReducedMotion={hasReducedMotion}
    />
  );
}

function ModelCanvas({ url, label, hasReducedMotion }: ModelViewProps & { hasReducedMotion: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scene = useRef<ModelScene | null>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  useEffect(() => {
    let isUnmounted = false;
    showModel(canvas.current!, url, hasReducedMotion)
      .then((shown) => {
        if (isUnmounted) return shown.dispose();
        scene.current = shown;
        setState('ready');
      })
      .catch(() => !isUnmounted && setState('failed'));
    return () => {
      isUnmounted = true;
      scene.current?.dispose();
      scene.current = null;
    };
  }, [url, hasReducedMotion]);
  const handleKey = (event: KeyboardEvent) => {
    const act = KEYS[event.key];
    if (!act || !scene.current) return;
    event.preventDefault();
    act(scene.current);
  };
  if (state === 'failed') {
    return (
      <Center>
        <Alert color="orange">This browser cannot show the model. Download it to open it elsewhere.</Alert>
      </Center>
    );
  }
  return (
    <>
      <canvas
        ref={canvas}
        className={classes.scene}
        role="application"
        aria-roledescription="3D model"
        aria-label={`${label}. Turn it with the arrow keys, zoom with plus and minus.`}
        aria-busy={state === 'loading'}
        data-state={state}
        tabIndex={0}
        onKeyDown={handleKey}
      />
      {state === 'loading' && <Loader pos="absolute" inset={0} m="auto" aria-label="Loading the model" />}
    </>
  );
}

import { Alert, Center, Loader } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type ModelScene, showModel } from './model-scene';
import classes from './media.module.css';

const STEP = Math.PI / 18;
const NEARER = 1.15;

const KEYS: Record<string, (scene: ModelScene) => void> = {
  ArrowLeft: (scene) => scene.turn(-STEP, 0),
  ArrowRight: (scene) => scene.turn(STEP, 0),
  ArrowUp: (scene) => scene.turn(0, -STEP),
  ArrowDown: (scene) => scene.turn(0, STEP),
  '+': (scene) => scene.zoom(NEARER),
  '-': (scene) => scene.zoom(1 / NEARER),
  Home: (scene) => scene.reset(),
};

interface ModelViewProps {
  url: string;
  label: string;
}

/** A 3D model: dragged, or turned by the arrow keys; + and − zoom, Home goes back. */
export default function ModelView({ url, label }: ModelViewProps) {
  const isCalm = useReducedMotion(undefined, { getInitialValueInEffect: false });
  // A canvas has one WebGL context for life, and two scenes that share one disturb each other: another scene gets another.
  return <ModelCanvas key={`${url} ${isCalm}`} url={url} label={label} isCalm={isCalm} />;
}

function ModelCanvas({ url, label, isCalm }: ModelViewProps & { isCalm: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scene = useRef<ModelScene | null>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  useEffect(() => {
    let gone = false;
    showModel(canvas.current!, url, isCalm)
      .then((shown) => {
        if (gone) return shown.dispose();
        scene.current = shown;
        setState('ready');
      })
      .catch(() => !gone && setState('failed'));
    return () => {
      gone = true;
      scene.current?.dispose();
      scene.current = null;
    };
  }, [url, isCalm]);
  const press = (event: KeyboardEvent) => {
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
        onKeyDown={press}
      />
      {state === 'loading' && <Loader pos="absolute" inset={0} m="auto" aria-label="Loading the model" />}
    </>
  );
}

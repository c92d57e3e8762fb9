import { Drawer, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { usePrediction } from '../../api/predictions';
import { QueryView } from '../../ui/QueryView';
import { PredictionFacts } from './PredictionFacts';

interface PredictionDrawerProps {
  /** Null: closed. */
  predictionId: string | null;
  onClose: () => void;
}

export function PredictionDrawer({ predictionId, onClose }: PredictionDrawerProps) {
  // Keeps the content during the closing animation.
  const [shown, setShown] = useState(predictionId);
  if (predictionId !== null && predictionId !== shown) setShown(predictionId);
  return (
    <Drawer opened={predictionId !== null} onClose={onClose} size="lg" title="Prediction">
      {shown !== null && <Detail key={shown} predictionId={shown} />}
    </Drawer>
  );
}

function Detail({ predictionId }: { predictionId: string }) {
  const query = usePrediction(predictionId);
  return (
    <QueryView query={query} skeleton={<Skeleton h={480} />}>
      {(prediction) => <PredictionFacts prediction={prediction} />}
    </QueryView>
  );
}

import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router';
import { LazyNotices } from './LazyNotices';
import { styleNonce } from './nonce';
import { queryClient } from './query-client';
import { Pages } from './routes';
import { colorVariables, theme } from './theme';

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={colorVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <LazyNotices />
        <BrowserRouter>
          <Pages />
        </BrowserRouter>
      </QueryClientProvider>
    </MantineProvider>
  );
}

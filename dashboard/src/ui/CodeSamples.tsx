import { Tabs } from '@mantine/core';
import { codeSample, type Language, LANGUAGES } from '../text/code-samples';
import { CopyableCode } from './CopyableCode';

const NAMES: Record<Language, string> = { curl: 'curl', typescript: 'TypeScript', python: 'Python' };

/** Shows a call of the API in several languages. @param body body of POST /api/generate. */
export function CodeSamples({ body }: { body: Record<string, unknown> }) {
  return (
    <Tabs defaultValue="curl" keepMounted={false}>
      <Tabs.List aria-label="Languages of the code sample">
        {LANGUAGES.map((language) => (
          <Tabs.Tab key={language} value={language}>
            {NAMES[language]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {LANGUAGES.map((language) => (
        <Tabs.Panel key={language} value={language} pt="sm">
          <CopyableCode
            code={codeSample(language, { base: window.location.origin, body })}
            label={`the call in ${NAMES[language]}`}
          />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

// OpenAI's clients and others of its interface, and the frameworks that build on them: packages/openai-front.

const PICTURE = { 'picture.png': 'image/png 1024x1024' };
const SPEECH = { 'speech.mp3': 'audio/mpeg' };
const VIDEO = { 'video.mp4': 'video/mp4' };
const EDITED = { 'edited.png': 'image/png' };

const EDITS = {
  why: 'the built-in engine edits pictures, and none by a prompt',
  shows: /prompt is not supported by embedded-cutout/,
};

const node = { registry: 'npm', packages: ['openai@7.59.0'] };
const python = { registry: 'PyPI', packages: ['openai@3.57.0'] };

/** @type {import('./table.mjs').Program[]} */
export const SDKS = [
  {
    ...node,
    name: 'OpenAI for Node.js',
    does: 'a picture',
    program: 'node/openai-pictures.mjs',
    comes: PICTURE,
    small: true,
  },
  {
    ...node,
    name: 'OpenAI for Node.js, edits',
    does: 'an edit under the same name as pictures',
    open: EDITS,
    program: 'node/openai-edits.mjs',
    comes: EDITED,
  },
  {
    ...node,
    name: 'OpenAI for Node.js, speech',
    does: 'speech with a voice of OpenAI',
    program: 'node/openai-speech.mjs',
    comes: SPEECH,
  },
  {
    ...node,
    name: 'OpenAI for Node.js, videos',
    does: 'a video',
    program: 'node/openai-videos.mjs',
    comes: VIDEO,
  },
  {
    ...node,
    packages: ['openai@6.30.1'],
    name: 'OpenAI for Node.js 6',
    does: 'a picture',
    program: 'node/openai-pictures.mjs',
    comes: PICTURE,
  },
  {
    ...node,
    packages: ['openai@4.95.0'],
    name: 'OpenAI for Node.js 4',
    does: 'a picture',
    program: 'node/openai-pictures.mjs',
    comes: PICTURE,
  },
  {
    ...python,
    name: 'OpenAI for Python',
    does: 'a picture',
    program: 'python/openai-pictures.py',
    comes: PICTURE,
    small: true,
  },
  {
    ...python,
    name: 'OpenAI for Python, edits',
    does: 'an edit under the same name as pictures',
    open: EDITS,
    program: 'python/openai-edits.py',
    comes: EDITED,
  },
  {
    ...python,
    name: 'OpenAI for Python, speech',
    does: 'speech with a voice of OpenAI',
    program: 'python/openai-speech.py',
    comes: SPEECH,
  },
  {
    ...python,
    name: 'OpenAI for Python, videos',
    does: 'a video',
    program: 'python/openai-videos.py',
    comes: VIDEO,
  },
  {
    name: 'OpenAI for Java',
    registry: 'Maven Central',
    packages: ['com.openai:openai-java:4.101.0'],
    does: 'a picture',
    program: 'java/OpenaiPictures.java',
    comes: PICTURE,
  },
];

/** @type {import('./table.mjs').Program[]} */
export const FRAMEWORKS = [
  {
    name: 'AI SDK 7',
    registry: 'npm',
    packages: ['ai@7.0.173', '@ai-sdk/openai@4.0.118', 'zod@4.6.7'],
    does: 'a picture',
    program: 'node/ai-sdk-pictures.mjs',
    comes: PICTURE,
    small: true,
  },
  {
    name: 'AI SDK 7, speech',
    registry: 'npm',
    packages: ['ai@7.0.173', '@ai-sdk/openai@4.0.118', 'zod@4.6.7'],
    does: 'speech with a voice of OpenAI',
    program: 'node/ai-sdk-speech.mjs',
    comes: SPEECH,
  },
  {
    name: 'AI SDK 6',
    registry: 'npm',
    packages: ['ai@6.0.325', '@ai-sdk/openai@3.0.141', 'zod@4.6.7'],
    does: 'a picture',
    program: 'node/ai-sdk-pictures.mjs',
    comes: PICTURE,
  },
  {
    name: 'AI SDK 7, compatible provider',
    registry: 'npm',
    packages: ['ai@7.0.173', '@ai-sdk/openai-compatible@3.0.92', 'zod@4.6.7'],
    does: 'a picture',
    program: 'node/ai-sdk-compatible.mjs',
    comes: PICTURE,
  },
  {
    name: 'LangChain.js',
    registry: 'npm',
    packages: ['@langchain/openai@1.6.0', '@langchain/core@1.4.0'],
    does: 'a picture by its DALL·E tool',
    program: 'node/langchain.mjs',
    comes: PICTURE,
  },
  {
    name: 'TanStack AI',
    registry: 'npm',
    packages: ['@tanstack/ai@0.58.0', '@tanstack/ai-openai@0.23.1', 'zod@4.6.7'],
    does: 'a picture',
    program: 'node/tanstack-ai.mjs',
    comes: PICTURE,
  },
  {
    name: 'Portkey for Node.js',
    registry: 'npm',
    packages: ['portkey-ai@3.1.0'],
    does: 'a picture',
    program: 'node/portkey.mjs',
    comes: PICTURE,
  },
  {
    name: 'Node-RED',
    registry: 'npm',
    packages: ['node-red@4.1.8'],
    does: 'a picture by a flow of its own nodes',
    program: 'node/node-red.sh',
    comes: PICTURE,
    tools: ['sh'],
  },
  {
    name: 'LangChain for Python',
    registry: 'PyPI',
    packages: ['langchain-community@0.4.2', 'openai@2.54.0'],
    does: 'a picture by its DALL·E tool',
    program: 'python/langchain-pictures.py',
    comes: PICTURE,
  },
  {
    name: 'LlamaIndex',
    registry: 'PyPI',
    packages: ['llama-index-tools-openai-image-generation@0.7.0', 'openai@3.57.0', 'pillow@13.0.0'],
    does: 'a picture by its tool',
    program: 'python/llama-index.py',
    comes: PICTURE,
  },
  {
    name: 'Haystack',
    registry: 'PyPI',
    packages: ['haystack-ai@3.4.1'],
    does: 'a picture',
    program: 'python/haystack-pictures.py',
    comes: PICTURE,
  },
  {
    name: 'LiteLLM',
    registry: 'PyPI',
    packages: ['litellm@1.110.2'],
    does: 'a picture',
    program: 'python/litellm-pictures.py',
    comes: PICTURE,
  },
  {
    name: 'LiteLLM, speech',
    registry: 'PyPI',
    packages: ['litellm@1.110.2'],
    does: 'speech with a voice of OpenAI',
    program: 'python/litellm-speech.py',
    comes: SPEECH,
  },
  {
    name: 'Portkey for Python',
    registry: 'PyPI',
    packages: ['portkey-ai@2.3.4'],
    does: 'a picture',
    program: 'python/portkey.py',
    comes: PICTURE,
  },
  {
    name: 'Pydantic AI',
    registry: 'PyPI',
    packages: ['pydantic-ai-slim[openai]@2.68.0'],
    does: 'a picture',
    program: 'python/pydantic-ai.py',
    comes: PICTURE,
  },
  {
    name: 'LangChain4j',
    registry: 'Maven Central',
    packages: ['dev.langchain4j:langchain4j-open-ai:1.19.0'],
    does: 'a picture by the name dall-e-3',
    program: 'java/Langchain4jPictures.java',
    comes: PICTURE,
  },
  {
    name: 'Spring AI',
    registry: 'Maven Central',
    packages: ['org.springframework.ai:spring-ai-openai:2.0.1'],
    does: 'a picture',
    program: 'java/SpringAiPictures.java',
    comes: PICTURE,
  },
];

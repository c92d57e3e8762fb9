export DATA_DIR="$PWD/data" WEBUI_SECRET_KEY=secret OFFLINE_MODE=true RAG_EMBEDDING_ENGINE=openai ENABLE_OLLAMA_API=false
export ENABLE_IMAGE_GENERATION=true IMAGE_GENERATION_ENGINE=openai IMAGE_GENERATION_MODEL=gpt-image-1 IMAGE_SIZE=1024x1024
export IMAGES_OPENAI_API_BASE_URL="$OFFPRINT_URL/v1" IMAGES_OPENAI_API_KEY="$OFFPRINT_API_KEY"
export AUDIO_TTS_ENGINE=openai AUDIO_TTS_MODEL=tts-1
export AUDIO_TTS_OPENAI_API_BASE_URL="$OFFPRINT_URL/v1" AUDIO_TTS_OPENAI_API_KEY="$OFFPRINT_API_KEY"
open-webui serve --host 127.0.0.1 --port 18881 >open-webui.log 2>&1 &
server=$!
trap 'kill $server' EXIT
page=http://127.0.0.1:18881
curl -sS --retry 240 --retry-all-errors --retry-delay 1 --fail -o health.json "$page/health" || { tail -20 open-webui.log; exit 1; }
take() { python -c "import json, sys; answer = json.load(sys.stdin); print($1)"; }
token=$(curl -sSf --json '{"name": "Ada", "email": "ada@example.test", "password": "correct horse battery"}' "$page/api/v1/auths/signup" | take 'answer["token"]')
curl -sS --json '{"prompt": "a lighthouse"}' -H "Authorization: Bearer $token" -o answer.json "$page/api/v1/images/generations"
curl -sSf -H "Authorization: Bearer $token" -o picture.png "$page$(take 'answer[0]["url"]' <answer.json)" || { cat answer.json; tail -20 open-webui.log; exit 1; }
curl -sSf --json '{"model": "tts-1", "voice": "alloy", "input": "Hello there."}' -H "Authorization: Bearer $token" -o speech.mp3 "$page/api/v1/audio/speech"

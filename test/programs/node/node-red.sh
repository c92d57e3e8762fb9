# A flow of four nodes: at the start ask for a picture, take base64 out of the answer, write the file.
cat > flow.json <<FLOW
[{"id":"tab","type":"tab","label":"picture"},
 {"id":"start","type":"inject","z":"tab","once":true,"onceDelay":0.1,"props":[],"wires":[["ask"]]},
 {"id":"ask","type":"function","z":"tab","func":"msg.headers = {authorization: 'Bearer ' + env.get('OFFPRINT_API_KEY')}; msg.payload = {model: 'gpt-image-1', prompt: 'a lighthouse'}; return msg;","outputs":1,"wires":[["call"]]},
 {"id":"call","type":"http request","z":"tab","method":"POST","ret":"obj","url":"$OFFPRINT_URL/v1/images/generations","wires":[["take"]]},
 {"id":"take","type":"function","z":"tab","func":"msg.payload = Buffer.from(msg.payload.data[0].b64_json, 'base64'); return msg;","outputs":1,"wires":[["keep"]]},
 {"id":"keep","type":"file","z":"tab","filename":"$PWD/draft.png","filenameType":"str","overwriteFile":"true","wires":[[]]}]
FLOW
"$1/node_modules/.bin/node-red" --userDir . --port 18880 flow.json >red.log 2>&1 &
red=$!
trap 'kill $red' EXIT
for second in $(seq 60); do [ -s draft.png ] && break; sleep 1; done
sleep 1
mv draft.png picture.png || { cat red.log; exit 1; }

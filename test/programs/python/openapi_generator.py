import os, urllib.request
from openapi_client import ApiClient, Configuration, GenerateInput, GenerationApi

configuration = Configuration(host=os.environ["OFFPRINT_URL"], access_token=os.environ["OFFPRINT_API_KEY"])
api = GenerationApi(ApiClient(configuration))
wanted = {"modelKey": "embedded-image", "prompt": "a lighthouse", "resolution": 512}
started = api.start_prediction(GenerateInput.from_dict(wanted)).actual_instance
while True:
    prediction = api.get_prediction(started.prediction_id, wait=30)
    if prediction.status != "processing":
        break
urllib.request.urlretrieve(prediction.outputs[0].url, "picture.png")

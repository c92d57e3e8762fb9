//! A program of a newcomer with the generated client: from registration to a saved file, and what it costs.
//! The first argument is the address of the service.
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use offprint::apis::configuration::Configuration;
use offprint::apis::generation_api::{self, GetPredictionError, QuotePredictionError};
use offprint::apis::{api_keys_api, credits_api, models_api, outputs_api, sign_in_api, Error};
use offprint::models::{
    create_key_dto, error_body, input_embedded_image, input_embedded_video, status_body, CreateKeyDto, GenerateInput,
    InputEmbeddedImage, InputEmbeddedVideo, RegisterDto, StartPrediction201Response, StatusBody,
};

const LONG_POLL_SECONDS: f64 = 30.0;
const DEADLINE: Duration = Duration::from_secs(600);
const PNG_MAGIC: &[u8] = b"\x89PNG\r\n\x1a\n";

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let service = std::env::args().nth(1).expect("the address of the service");
    tokio::time::timeout(DEADLINE, run(&service))
        .await
        .expect("is not finished in time");
}

async fn run(service: &str) {
    let client = connect(service, Some(create_key(service).await));
    list_models(&client).await;
    let before = balance(&client).await;
    let cost = quote(&client).await;

    let id = start(&client, image_input("a lighthouse at dawn"), "smoke-image").await;
    let completed = wait_for_end(&client, &id).await;
    assert_eq!(completed.status, status_body::Status::Completed);
    assert_eq!(completed.credit_cost, cost, "charged, quoted");
    download(&client, &completed.output_url.flatten().expect("an output")).await;
    let repeated = start(&client, image_input("a lighthouse at dawn"), "smoke-image").await;
    assert_eq!(repeated, id, "the same Idempotency-Key started another prediction");
    assert_eq!(balance(&client).await, before - cost);
    println!("✓ charged once");

    let video = cancel_video(&client).await;
    assert_eq!(balance(&client).await, before - cost, "the video is refunded");
    check_ledger(&client, &id, &video).await;
    check_errors(&client).await;
}

/// Returns a client that sends the token: an API key, or the access token of a sign-in.
fn connect(service: &str, token: Option<String>) -> Configuration {
    Configuration {
        base_path: service.to_owned(),
        bearer_access_token: token,
        ..Configuration::default()
    }
}

async fn create_key(service: &str) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos();
    let registration = RegisterDto::new(format!("rust-{now}@example.com"), "a long enough password".to_owned());
    let session = sign_in_api::register(&connect(service, None), registration)
        .await
        .expect("register");
    let scopes = vec![
        create_key_dto::Scopes::Write,
        create_key_dto::Scopes::Read,
        create_key_dto::Scopes::Billing,
    ];
    let key = CreateKeyDto::new("generated Rust".to_owned(), scopes);
    let created = api_keys_api::create_key(&connect(service, Some(session.access_token)), key)
        .await
        .expect("key");
    println!("✓ registered, with a key");
    created.key
}

async fn list_models(client: &Configuration) {
    let models = models_api::list_models(client, None, None, None)
        .await
        .expect("models")
        .items;
    assert!(models.iter().any(|model| model.model_key == "embedded-image"));
    println!("✓ models listed: {}", models.len());
}

fn image_input(prompt: &str) -> GenerateInput {
    let mut input = InputEmbeddedImage::new(input_embedded_image::ModelKey::EmbeddedImage, prompt.to_owned());
    input.resolution = Some(512);
    GenerateInput::EmbeddedImage(Box::new(input))
}

async fn quote(client: &Configuration) -> f64 {
    let input = image_input("a lighthouse at dawn");
    let quote = generation_api::quote_prediction(client, input).await.expect("quote");
    assert!(quote.credit_cost > 0.0 && quote.affordable);
    println!("✓ quoted: {}", quote.credit_cost);
    quote.credit_cost
}

async fn start(client: &Configuration, input: GenerateInput, key: &str) -> String {
    match generation_api::start_prediction(client, input, None, Some(key), None)
        .await
        .expect("start")
    {
        StartPrediction201Response::GenerateBody(body) => body.prediction_id,
        StartPrediction201Response::StartedBody(body) => body.prediction_id,
    }
}

async fn wait_for_end(client: &Configuration, id: &str) -> StatusBody {
    loop {
        let wait = Some(LONG_POLL_SECONDS);
        let status = generation_api::get_prediction(client, id, wait, None)
            .await
            .expect("status");
        if status.status != status_body::Status::Processing {
            println!("✓ waited by long polls: {:?}", status.status);
            return status;
        }
    }
}

/// Reads the file by its generated operation: the parts of the signed link are its parameters.
async fn download(client: &Configuration, link: &str) {
    let url = reqwest::Url::parse(link).expect("a link");
    let query = |name: &str| {
        url.query_pairs()
            .find(|(key, _)| key == name)
            .expect(name)
            .1
            .into_owned()
    };
    let name = url.path().strip_prefix("/api/assets/").expect("a name");
    let (signature, expires) = (query("signature"), query("expires"));
    let response = outputs_api::read_output(client, &signature, &expires, name, None, None, None, None)
        .await
        .expect("download");
    let file = response.bytes().await.expect("the file");
    assert!(file.starts_with(PNG_MAGIC), "the file is no PNG");
    std::fs::write("lighthouse.png", &file).expect("save");
    println!("✓ saved: {} bytes", file.len());
}

/// Starts a video, which takes seconds, cancels it, and returns its id.
async fn cancel_video(client: &Configuration) -> String {
    let key = input_embedded_video::ModelKey::EmbeddedVideo;
    let mut input = InputEmbeddedVideo::new(key, "a storm at night".to_owned());
    input.duration = Some(8.0);
    let id = start(client, GenerateInput::EmbeddedVideo(Box::new(input)), "smoke-video").await;
    let cancelled = generation_api::cancel_prediction(client, &id).await.expect("cancel");
    assert_eq!(cancelled.status, status_body::Status::Failed);
    assert!(cancelled.error.is_some());
    assert_eq!(cancelled.credits_refunded, cancelled.credit_cost);
    println!("✓ cancelled and refunded: {}", cancelled.credits_refunded);
    id
}

async fn balance(client: &Configuration) -> f64 {
    credits_api::get_balance(client).await.expect("balance").balance
}

/// Expects one charge of the image, and a charge and a refund of the video that cancel each other.
async fn check_ledger(client: &Configuration, image: &str, video: &str) {
    let entries = credits_api::list_ledger(client, None, None, None)
        .await
        .expect("ledger")
        .items;
    let amounts = |id: &str| -> Vec<f64> {
        let own = entries
            .iter()
            .filter(|entry| entry.prediction_id.as_deref() == Some(id));
        own.map(|entry| entry.amount).collect()
    };
    assert!(
        amounts(image).len() == 1 && amounts(image)[0] < 0.0,
        "{:?}",
        amounts(image)
    );
    assert!(
        amounts(video).len() == 2 && amounts(video).iter().sum::<f64>() == 0.0,
        "{:?}",
        amounts(video)
    );
    println!("✓ balance and ledger");
}

/// Reads the codes of two errors from their types. The generated errors are untagged: a body becomes the first variant that it fits,
/// which is that of 400, and `status` has the status.
async fn check_errors(client: &Configuration) {
    let missing = generation_api::get_prediction(client, "00000000-0000-4000-8000-000000000000", None, None).await;
    let Err(Error::ResponseError(response)) = missing else {
        panic!("missing: {missing:?}")
    };
    assert_eq!(response.status, 404);
    let Some(GetPredictionError::Status400(missing) | GetPredictionError::Status404(missing)) = response.entity else {
        panic!("{}", response.content)
    };
    assert_eq!(missing.code, error_body::Code::PredictionNotFound);
    let invalid = generation_api::quote_prediction(client, image_input("")).await;
    let Err(Error::ResponseError(response)) = invalid else {
        panic!("invalid: {invalid:?}")
    };
    assert_eq!(response.status, 400);
    let Some(QuotePredictionError::Status400(invalid)) = response.entity else {
        panic!("{}", response.content)
    };
    assert_eq!(invalid.code, error_body::Code::ValidationFailed);
    println!("✓ typed errors: {:?} {:?}", missing.code, invalid.code);
}

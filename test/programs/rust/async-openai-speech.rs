use async_openai::{config::OpenAIConfig, types::audio::*, Client};
use std::env::var;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let config = OpenAIConfig::new()
        .with_api_base(format!("{}/v1", var("OFFPRINT_URL")?))
        .with_api_key(var("OFFPRINT_API_KEY")?);
    let request = CreateSpeechRequestArgs::default()
        .model(SpeechModel::Other("tts-1".into()))
        .voice(Voice::Alloy)
        .input("Hello there.")
        .build()?;
    let speech = Client::with_config(config).audio().speech().create(request).await?;
    speech.save("speech.mp3").await?;
    Ok(())
}

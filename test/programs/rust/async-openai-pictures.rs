use async_openai::{config::OpenAIConfig, types::images::*, Client};
use std::env::var;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let config = OpenAIConfig::new()
        .with_api_base(format!("{}/v1", var("OFFPRINT_URL")?))
        .with_api_key(var("OFFPRINT_API_KEY")?);
    let request = CreateImageRequestArgs::default()
        .model(ImageModel::Other("gpt-image-1".into()))
        .prompt("a lighthouse at dawn")
        .size(ImageSize::S1024x1024)
        .build()?;
    let answer = Client::with_config(config).images().generate(request).await?;
    let files = answer.save(".").await?;
    std::fs::rename(&files[0], "picture.png")?;
    Ok(())
}

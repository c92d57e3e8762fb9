#![allow(deprecated)]
use async_openai::{config::OpenAIConfig, types::videos::*, Client};
use std::{env::var, time::Duration};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let config = OpenAIConfig::new()
        .with_api_base(format!("{}/v1", var("OFFPRINT_URL")?))
        .with_api_key(var("OFFPRINT_API_KEY")?);
    let client = Client::with_config(config);
    let request = CreateVideoRequestArgs::default()
        .model("sora-2")
        .prompt("waves")
        .seconds(VideoSeconds::Four)
        .build()?;
    let mut video = client.videos().create(request).await?;
    while matches!(video.status, VideoStatus::Queued | VideoStatus::InProgress) {
        tokio::time::sleep(Duration::from_secs(1)).await;
        video = client.videos().retrieve(&video.id).await?;
    }
    std::fs::write("video.mp4", client.videos().download_content(&video.id).await?)?;
    Ok(())
}

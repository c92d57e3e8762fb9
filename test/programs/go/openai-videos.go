package main

import (
	"context"
	"io"
	"os"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

func main() {
	client := openai.NewClient(
		option.WithBaseURL(os.Getenv("OFFPRINT_URL")+"/v1"),
		option.WithAPIKey(os.Getenv("OFFPRINT_API_KEY")),
	)
	video, err := client.Videos.NewAndPoll(context.Background(), openai.VideoNewParams{
		Model:   openai.VideoModelSora2,
		Prompt:  "waves at a lighthouse",
		Seconds: openai.VideoSeconds4,
	}, 1000)
	if err != nil {
		panic(err)
	}
	content, err := client.Videos.DownloadContent(context.Background(), video.ID, openai.VideoDownloadContentParams{})
	if err != nil {
		panic(err)
	}
	defer content.Body.Close()
	file, err := os.Create("video.mp4")
	if err != nil {
		panic(err)
	}
	if _, err := io.Copy(file, content.Body); err != nil {
		panic(err)
	}
}

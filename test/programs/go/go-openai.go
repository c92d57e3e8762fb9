package main

import (
	"context"
	"io"
	"net/http"
	"os"

	openai "github.com/sashabaranov/go-openai"
)

func main() {
	config := openai.DefaultConfig(os.Getenv("OFFPRINT_API_KEY"))
	config.BaseURL = os.Getenv("OFFPRINT_URL") + "/v1"
	client := openai.NewClientWithConfig(config)
	answer, err := client.CreateImage(context.Background(), openai.ImageRequest{
		Model:   openai.CreateImageModelDallE3,
		Prompt:  "a lighthouse at dawn",
		Size:    openai.CreateImageSize1024x1024,
		Quality: openai.CreateImageQualityHD,
		Style:   openai.CreateImageStyleVivid,
	})
	if err != nil {
		panic(err)
	}
	response, err := http.Get(answer.Data[0].URL)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	picture, err := io.ReadAll(response.Body)
	if err != nil {
		panic(err)
	}
	if err := os.WriteFile("picture.png", picture, 0o644); err != nil {
		panic(err)
	}
}

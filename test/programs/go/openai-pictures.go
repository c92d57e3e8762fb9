package main

import (
	"context"
	"encoding/base64"
	"os"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

func main() {
	client := openai.NewClient(
		option.WithBaseURL(os.Getenv("OFFPRINT_URL")+"/v1"),
		option.WithAPIKey(os.Getenv("OFFPRINT_API_KEY")),
	)
	answer, err := client.Images.Generate(context.Background(), openai.ImageGenerateParams{
		Model:  "gpt-image-1",
		Prompt: "a lighthouse at dawn",
		Size:   openai.ImageGenerateParamsSize1024x1024,
	})
	if err != nil {
		panic(err)
	}
	picture, err := base64.StdEncoding.DecodeString(answer.Data[0].B64JSON)
	if err != nil {
		panic(err)
	}
	if err := os.WriteFile("picture.png", picture, 0o644); err != nil {
		panic(err)
	}
}

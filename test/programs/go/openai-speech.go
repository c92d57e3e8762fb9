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
	answer, err := client.Audio.Speech.New(context.Background(), openai.AudioSpeechNewParams{
		Model:        openai.SpeechModelTTS1,
		Input:        "Hello there.",
		Voice:        openai.AudioSpeechNewParamsVoiceUnion{OfString: openai.String("alloy")},
		Instructions: openai.String("Speak softly."),
	})
	if err != nil {
		panic(err)
	}
	defer answer.Body.Close()
	speech, err := os.Create("speech.mp3")
	if err != nil {
		panic(err)
	}
	if _, err := io.Copy(speech, answer.Body); err != nil {
		panic(err)
	}
}

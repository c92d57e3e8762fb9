package main

import (
	"context"
	"os"
	"os/exec"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	ctx := context.Background()
	client := mcp.NewClient(&mcp.Implementation{Name: "a-program", Version: "1.0.0"}, nil)
	transport := &mcp.CommandTransport{Command: exec.Command("node", os.Getenv("OFFPRINT_MCP"), "--max-credits", "20")}
	session, err := client.Connect(ctx, transport, nil)
	if err != nil {
		panic(err)
	}
	defer session.Close()
	answer, err := session.CallTool(ctx, &mcp.CallToolParams{
		Name: "generate",
		Arguments: map[string]any{
			"modelKey": "embedded-image",
			"input":    map[string]any{"prompt": "a lighthouse", "resolution": 512},
		},
	})
	if err != nil {
		panic(err)
	}
	for _, part := range answer.Content {
		if image, ok := part.(*mcp.ImageContent); ok {
			if err := os.WriteFile("picture.png", image.Data, 0o644); err != nil {
				panic(err)
			}
		}
	}
}

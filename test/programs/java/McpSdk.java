import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;

class McpSdk {
  public static void main(String[] arguments) throws Exception {
    var server = ServerParameters.builder("node")
        .args(System.getenv("OFFPRINT_MCP"), "--max-credits", "20")
        .env(System.getenv())
        .build();
    var transport = new StdioClientTransport(server, McpJsonDefaults.getMapper());
    try (var client = McpClient.sync(transport).requestTimeout(Duration.ofSeconds(90)).build()) {
      client.initialize();
      var input = Map.of("prompt", "a lighthouse", "resolution", 512);
      var request = Map.<String, Object>of("modelKey", "embedded-image", "input", input);
      for (var item : client.callTool(new McpSchema.CallToolRequest("generate", request)).content())
        if (item instanceof McpSchema.ImageContent image)
          Files.write(Path.of("picture.png"), Base64.getDecoder().decode(image.data()));
    }
    System.exit(0);
  }
}

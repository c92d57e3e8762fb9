import dev.langchain4j.model.openai.OpenAiImageModel;
import java.nio.file.Files;
import java.nio.file.Path;

class Langchain4jPictures {
  public static void main(String[] arguments) throws Exception {
    var model = OpenAiImageModel.builder()
        .baseUrl(System.getenv("OFFPRINT_URL") + "/v1")
        .apiKey(System.getenv("OFFPRINT_API_KEY"))
        .modelName("dall-e-3")
        .build();
    var image = model.generate("a lighthouse at dawn").content();
    try (var file = image.url().toURL().openStream()) {
      Files.copy(file, Path.of("picture.png"));
    }
    System.exit(0);
  }
}

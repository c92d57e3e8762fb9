import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.springframework.ai.image.ImagePrompt;
import org.springframework.ai.openai.OpenAiImageModel;
import org.springframework.ai.openai.OpenAiImageOptions;

class SpringAiPictures {
  public static void main(String[] arguments) throws Exception {
    var options = OpenAiImageOptions.builder()
        .baseUrl(System.getenv("OFFPRINT_URL") + "/v1")
        .apiKey(System.getenv("OFFPRINT_API_KEY"))
        .model("gpt-image-1")
        .build();
    var model = OpenAiImageModel.builder().options(options).build();
    var image = model.call(new ImagePrompt("a lighthouse at dawn")).getResult().getOutput();
    Files.write(Path.of("picture.png"), Base64.getDecoder().decode(image.getB64Json()));
    System.exit(0);
  }
}

import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.models.images.ImageGenerateParams;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

class OpenaiPictures {
  public static void main(String[] arguments) throws Exception {
    var client = OpenAIOkHttpClient.builder()
        .baseUrl(System.getenv("OFFPRINT_URL") + "/v1")
        .apiKey(System.getenv("OFFPRINT_API_KEY"))
        .build();
    var request = ImageGenerateParams.builder().model("gpt-image-1").prompt("a lighthouse at dawn").build();
    var picture = client.images().generate(request).data().get().get(0).b64Json().get();
    Files.write(Path.of("picture.png"), Base64.getDecoder().decode(picture));
    System.exit(0);
  }
}

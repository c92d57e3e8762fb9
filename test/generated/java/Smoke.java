import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.ApiKeysApi;
import org.openapitools.client.api.CreditsApi;
import org.openapitools.client.api.GenerationApi;
import org.openapitools.client.api.ModelsApi;
import org.openapitools.client.api.OutputsApi;
import org.openapitools.client.api.SignInApi;
import org.openapitools.client.model.CreateKeyDto;
import org.openapitools.client.model.ErrorBody;
import org.openapitools.client.model.GenerateInput;
import org.openapitools.client.model.InputEmbeddedImage;
import org.openapitools.client.model.InputEmbeddedVideo;
import org.openapitools.client.model.LedgerEntry;
import org.openapitools.client.model.ModelEntry;
import org.openapitools.client.model.PredictionView;
import org.openapitools.client.model.QuoteBody;
import org.openapitools.client.model.RegisterDto;
import org.openapitools.client.model.StatusBody;

/**
 * A program of a newcomer with the generated client: from registration to a saved file, and what it costs.
 * The first argument is the address of the service.
 */
public final class Smoke {
  private static final double LONG_POLL_SECONDS = 30;
  private static final Duration DEADLINE = Duration.ofMinutes(10);
  private static final byte[] PNG_MAGIC = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

  private final ApiClient client;
  private final GenerationApi generation;

  private Smoke(ApiClient client) {
    this.client = client;
    this.generation = new GenerationApi(client);
  }

  public static void main(String[] arguments) throws Exception {
    String service = arguments[0];
    new Smoke(connect(service, createKey(service))).run();
  }

  private void run() throws Exception {
    listModels();
    double before = balance();
    double cost = quote();

    String id = start(imageInput("a lighthouse at dawn"), "smoke-image");
    StatusBody completed = waitForEnd(id);
    check(completed.getStatus() == StatusBody.StatusEnum.COMPLETED, "the image: " + completed);
    check(completed.getCreditCost() == cost, "charged " + completed.getCreditCost() + ", quoted " + cost);
    PredictionView listed = generation.getPredictions(List.of(id), null).getItems().get(0);
    check(id.equals(listed.getPredictionId()), "of several: " + listed);
    download(completed.getOutputUrl());
    String repeated = start(imageInput("a lighthouse at dawn"), "smoke-image");
    check(repeated.equals(id), "the same Idempotency-Key started another prediction");
    check(balance() == before - cost, "the balance is " + balance() + ", not " + before + " less " + cost);
    System.out.println("✓ charged once");

    String video = cancelVideo();
    check(balance() == before - cost, "the video is not refunded: " + balance());
    checkLedger(id, video);
    checkErrors();
  }

  /** Returns a client that sends the token: an API key, or the access token of a sign-in. */
  private static ApiClient connect(String service, String token) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(service);
    if (token != null) client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
    return client;
  }

  private static String createKey(String service) throws ApiException {
    RegisterDto registration = new RegisterDto();
    registration.email("java-" + System.nanoTime() + "@example.com").password("a long enough password");
    String token = new SignInApi(connect(service, null)).register(registration).getAccessToken();
    CreateKeyDto key = new CreateKeyDto().name("generated Java");
    key.scopes(List.of(CreateKeyDto.ScopesEnum.WRITE, CreateKeyDto.ScopesEnum.READ, CreateKeyDto.ScopesEnum.BILLING));
    String created = new ApiKeysApi(connect(service, token)).createKey(key).getKey();
    System.out.println("✓ registered, with a key");
    return created;
  }

  private void listModels() throws ApiException {
    List<ModelEntry> models = new ModelsApi(client).listModels(null, null, null).getItems();
    check(models.stream().anyMatch(model -> model.getModelKey().equals("embedded-image")), "models: " + models);
    System.out.println("✓ models listed: " + models.size());
  }

  private static GenerateInput imageInput(String prompt) {
    InputEmbeddedImage input = new InputEmbeddedImage().modelKey(InputEmbeddedImage.ModelKeyEnum.EMBEDDED_IMAGE);
    return new GenerateInput(input.prompt(prompt).resolution(512));
  }

  private double quote() throws ApiException {
    QuoteBody quoted = generation.quotePrediction(imageInput("a lighthouse at dawn"));
    check(quoted.getCreditCost() > 0 && quoted.getAffordable(), "quote: " + quoted);
    System.out.println("✓ quoted: " + quoted.getCreditCost());
    return quoted.getCreditCost();
  }

  private String start(GenerateInput input, String key) throws ApiException {
    return generation.startPrediction(input, null, key, null).getPredictionId();
  }

  private StatusBody waitForEnd(String id) throws ApiException, TimeoutException {
    Instant end = Instant.now().plus(DEADLINE);
    while (Instant.now().isBefore(end)) {
      StatusBody status = generation.getPrediction(id, LONG_POLL_SECONDS, null);
      if (status.getStatus() != StatusBody.StatusEnum.PROCESSING) {
        System.out.println("✓ waited by long polls: " + status.getStatus());
        return status;
      }
    }
    throw new TimeoutException("the image is not finished in time");
  }

  /** Reads the file by its generated operation: the parts of the signed link are its parameters. */
  private void download(String link) throws ApiException, IOException {
    URI address = URI.create(link);
    Map<String, String> query =
        Stream.of(address.getRawQuery().split("&"))
            .map(part -> part.split("=", 2))
            .collect(Collectors.toMap(pair -> pair[0], pair -> URLDecoder.decode(pair[1], StandardCharsets.UTF_8)));
    String name = address.getPath().substring("/api/assets/".length());
    OutputsApi outputs = new OutputsApi(client);
    File file = outputs.readOutput(query.get("signature"), query.get("expires"), name, null, null, null, null);
    byte[] bytes = Files.readAllBytes(file.toPath());
    check(Arrays.equals(Arrays.copyOf(bytes, PNG_MAGIC.length), PNG_MAGIC), "the file is no PNG: " + file);
    Files.write(Path.of("lighthouse.png"), bytes);
    System.out.println("✓ saved: " + bytes.length + " bytes");
  }

  /** Starts a video, which takes seconds, cancels it, and returns its id. */
  private String cancelVideo() throws ApiException {
    InputEmbeddedVideo input = new InputEmbeddedVideo().modelKey(InputEmbeddedVideo.ModelKeyEnum.EMBEDDED_VIDEO);
    String id = start(new GenerateInput(input.prompt("a storm at night").duration(8.0)), "smoke-video");
    StatusBody cancelled = generation.cancelPrediction(id);
    check(cancelled.getStatus() == StatusBody.StatusEnum.FAILED, "cancelled: " + cancelled);
    check(cancelled.getError() != null, "cancelled: " + cancelled);
    check(cancelled.getCreditsRefunded().equals(cancelled.getCreditCost()), "cancelled: " + cancelled);
    System.out.println("✓ cancelled and refunded: " + cancelled.getCreditsRefunded());
    return id;
  }

  private double balance() throws ApiException {
    return new CreditsApi(client).getBalance().getBalance();
  }

  /** Expects one charge of the image, and a charge and a refund of the video that cancel each other. */
  private void checkLedger(String image, String video) throws ApiException {
    List<LedgerEntry> entries = new CreditsApi(client).listLedger(null, null, null).getItems();
    List<Double> ofImage = amounts(entries, image);
    check(ofImage.size() == 1 && ofImage.get(0) < 0, "ledger of the image: " + ofImage);
    List<Double> ofVideo = amounts(entries, video);
    check(ofVideo.size() == 2 && ofVideo.get(0) + ofVideo.get(1) == 0, "ledger of the video: " + ofVideo);
    System.out.println("✓ balance and ledger");
  }

  private static List<Double> amounts(List<LedgerEntry> entries, String id) {
    Stream<LedgerEntry> own = entries.stream().filter(entry -> id.equals(entry.getPredictionId()));
    return own.map(LedgerEntry::getAmount).collect(Collectors.toList());
  }

  /** Reads the codes of two errors as their types. */
  private void checkErrors() throws IOException {
    ErrorBody missing = errorOf(404, () -> generation.getPrediction("00000000-0000-4000-8000-000000000000", null, null));
    check(missing.getCode() == ErrorBody.CodeEnum.PREDICTION_NOT_FOUND, "missing: " + missing);
    ErrorBody invalid = errorOf(400, () -> generation.quotePrediction(imageInput("")));
    check(invalid.getCode() == ErrorBody.CodeEnum.VALIDATION_FAILED, "invalid: " + invalid);
    System.out.println("✓ typed errors: " + missing.getCode() + " " + invalid.getCode());
  }

  private ErrorBody errorOf(int status, Call call) throws IOException {
    try {
      call.run();
    } catch (ApiException problem) {
      check(problem.getCode() == status, problem.getMessage());
      return client.getObjectMapper().readValue(problem.getResponseBody(), ErrorBody.class);
    }
    throw new IllegalStateException("no error, not " + status);
  }

  private interface Call {
    void run() throws ApiException;
  }

  private static void check(boolean isTrue, String message) {
    if (!isTrue) throw new IllegalStateException(message);
  }
}

// A program of a newcomer with the generated client: from registration to a saved file, and what it costs.
// The first argument is the address of the service.
package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"offprint.example/smoke/offprint"
)

const (
	longPollSeconds = 30
	deadline        = 10 * time.Minute
)

var (
	ctx      = context.Background()
	pngMagic = []byte("\x89PNG\r\n\x1a\n")
)

func main() {
	defer func() {
		if problem := recover(); problem != nil {
			fmt.Fprintln(os.Stderr, problem)
			os.Exit(1)
		}
	}()
	var cancel context.CancelFunc
	ctx, cancel = context.WithTimeout(ctx, deadline)
	defer cancel()
	run(os.Args[1])
}

func run(service string) {
	client := connect(service, createKey(service))
	listModels(client)
	before := balance(client)
	image := imageInput()
	cost := quote(client, image)

	id := start(client, image, "smoke-image")
	completed := waitForEnd(client, id)
	check(completed.Status == offprint.StatusBodyStatusCompleted, "the image is %s", completed.Status)
	check(completed.CreditCost == cost, "charged %v, quoted %v", completed.CreditCost, cost)
	download(service, client, *completed.OutputUrl)
	check(start(client, image, "smoke-image") == id, "the same Idempotency-Key started another prediction")
	check(balance(client) == before-cost, "the balance is %v, not %v less %v", balance(client), before, cost)
	fmt.Println("✓ charged once")

	video := cancelVideo(client)
	check(balance(client) == before-cost, "the video is not refunded: %v", balance(client))
	checkLedger(client, id, video)
	checkErrors(client)
}

// connect returns a client that sends the token: an API key, or the access token of a sign-in.
func connect(service, token string) *offprint.ClientWithResponses {
	authorize := func(_ context.Context, request *http.Request) error {
		if token != "" {
			request.Header.Set("Authorization", "Bearer "+token)
		}
		return nil
	}
	client, err := offprint.NewClientWithResponses(service, offprint.WithRequestEditorFn(authorize))
	must(err)
	return client
}

func createKey(service string) string {
	email := fmt.Sprintf("go-%d@example.com", time.Now().UnixNano())
	registration := offprint.RegisterDto{Email: "", Password: "a long enough password"}
	must(registration.Email.UnmarshalJSON([]byte(`"` + email + `"`)))
	session, err := connect(service, "").RegisterWithResponse(ctx, registration)
	must(err)
	check(session.JSON201 != nil, "register: %s %s", session.Status(), session.Body)
	created, err := connect(service, session.JSON201.AccessToken).CreateKeyWithResponse(ctx, offprint.CreateKeyDto{
		Name: "generated Go",
		Scopes: []offprint.CreateKeyDtoScopes{
			offprint.CreateKeyDtoScopesWrite, offprint.CreateKeyDtoScopesRead, offprint.CreateKeyDtoScopesBilling,
		},
	})
	must(err)
	check(created.JSON201 != nil, "createKey: %s %s", created.Status(), created.Body)
	fmt.Println("✓ registered, with a key")
	return created.JSON201.Key
}

func listModels(client *offprint.ClientWithResponses) {
	models, err := client.ListModelsWithResponse(ctx, nil)
	must(err)
	check(models.JSON200 != nil, "listModels: %s %s", models.Status(), models.Body)
	for _, model := range models.JSON200.Items {
		if model.ModelKey == string(offprint.EmbeddedImage) {
			fmt.Println("✓ models listed:", len(models.JSON200.Items))
			return
		}
	}
	check(false, "embedded-image is not listed")
}

func imageInput() offprint.GenerateInput {
	resolution := 512
	var input offprint.GenerateInput
	must(input.FromInputEmbeddedImage(offprint.InputEmbeddedImage{
		ModelKey:   offprint.EmbeddedImage,
		Prompt:     "a lighthouse at dawn",
		Resolution: &resolution,
	}))
	return input
}

func quote(client *offprint.ClientWithResponses, input offprint.GenerateInput) float64 {
	quoted, err := client.QuotePredictionWithResponse(ctx, input)
	must(err)
	check(quoted.JSON200 != nil, "quote: %s %s", quoted.Status(), quoted.Body)
	check(quoted.JSON200.CreditCost > 0 && quoted.JSON200.Affordable, "quote: %s", quoted.Body)
	fmt.Println("✓ quoted:", quoted.JSON200.CreditCost)
	return quoted.JSON200.CreditCost
}

func start(client *offprint.ClientWithResponses, input offprint.GenerateInput, key string) string {
	started, err := client.StartPredictionWithResponse(ctx, &offprint.StartPredictionParams{IdempotencyKey: &key}, input)
	must(err)
	check(started.JSON201 != nil, "start: %s %s", started.Status(), started.Body)
	body, err := started.JSON201.AsGenerateBody()
	must(err)
	check(body.PredictionId != "", "start: %s", started.Body)
	return body.PredictionId
}

func waitForEnd(client *offprint.ClientWithResponses, id string) *offprint.StatusBody {
	wait := float64(longPollSeconds)
	for {
		status, err := client.GetPredictionWithResponse(ctx, id, &offprint.GetPredictionParams{Wait: &wait})
		must(err)
		check(status.JSON200 != nil, "status: %s %s", status.Status(), status.Body)
		if status.JSON200.Status != offprint.StatusBodyStatusProcessing {
			fmt.Println("✓ waited by long polls:", status.JSON200.Status)
			return status.JSON200
		}
	}
}

// download reads the file by its generated operation: the parts of the signed link are its parameters.
func download(service string, client *offprint.ClientWithResponses, link string) {
	parts, err := url.Parse(link)
	must(err)
	query := parts.Query()
	name := strings.TrimPrefix(parts.Path, "/api/assets/")
	file, err := client.ReadOutputWithResponse(ctx, name, &offprint.ReadOutputParams{
		Signature: query.Get("signature"),
		Expires:   query.Get("expires"),
	})
	must(err)
	check(file.StatusCode() == http.StatusOK, "download: %s %s", file.Status(), file.Body)
	check(bytes.HasPrefix(file.Body, pngMagic), "the file is no PNG: %x", file.Body[:min(len(file.Body), 8)])
	must(os.WriteFile("lighthouse.png", file.Body, 0o644))
	fmt.Println("✓ saved:", len(file.Body), "bytes")
}

// cancelVideo starts a video, which takes seconds, cancels it, and returns its id.
func cancelVideo(client *offprint.ClientWithResponses) string {
	duration := float64(8)
	var input offprint.GenerateInput
	must(input.FromInputEmbeddedVideo(offprint.InputEmbeddedVideo{
		ModelKey: offprint.EmbeddedVideo,
		Prompt:   "a storm at night",
		Duration: &duration,
	}))
	id := start(client, input, "smoke-video")
	cancelled, err := client.CancelPredictionWithResponse(ctx, id)
	must(err)
	check(cancelled.JSON200 != nil, "cancel: %s %s", cancelled.Status(), cancelled.Body)
	ended := cancelled.JSON200
	check(ended.Status == offprint.StatusBodyStatusFailed && ended.Error != nil, "cancel: %s", cancelled.Body)
	check(ended.CreditsRefunded == ended.CreditCost, "refunded %v of %v", ended.CreditsRefunded, ended.CreditCost)
	fmt.Println("✓ cancelled and refunded:", ended.CreditsRefunded)
	return id
}

func balance(client *offprint.ClientWithResponses) float64 {
	response, err := client.GetBalanceWithResponse(ctx)
	must(err)
	check(response.JSON200 != nil, "balance: %s %s", response.Status(), response.Body)
	return response.JSON200.Balance
}

// checkLedger expects one charge of the image, and a charge and a refund of the video that cancel each other.
func checkLedger(client *offprint.ClientWithResponses, image, video string) {
	ledger, err := client.ListLedgerWithResponse(ctx, nil)
	must(err)
	check(ledger.JSON200 != nil, "ledger: %s %s", ledger.Status(), ledger.Body)
	entries := map[string]int{}
	amounts := map[string]float64{}
	for _, entry := range ledger.JSON200.Items {
		if entry.PredictionId != nil {
			entries[*entry.PredictionId]++
			amounts[*entry.PredictionId] += entry.Amount
		}
	}
	check(entries[image] == 1 && amounts[image] < 0, "ledger of the image: %s", ledger.Body)
	check(entries[video] == 2 && amounts[video] == 0, "ledger of the video: %s", ledger.Body)
	fmt.Println("✓ balance and ledger")
}

// checkErrors reads the codes of two errors from their types.
func checkErrors(client *offprint.ClientWithResponses) {
	missing, err := client.GetPredictionWithResponse(ctx, "00000000-0000-4000-8000-000000000000", nil)
	must(err)
	check(missing.JSON404 != nil, "missing: %s %s", missing.Status(), missing.Body)
	check(missing.JSON404.Code == offprint.ErrorBodyCodePredictionNotFound, "missing: %s", missing.Body)
	var empty offprint.GenerateInput
	must(empty.FromInputEmbeddedImage(offprint.InputEmbeddedImage{ModelKey: offprint.EmbeddedImage}))
	invalid, err := client.QuotePredictionWithResponse(ctx, empty)
	must(err)
	check(invalid.JSON400 != nil, "invalid: %s %s", invalid.Status(), invalid.Body)
	check(invalid.JSON400.Code == offprint.ErrorBodyCodeValidationFailed, "invalid: %s", invalid.Body)
	fmt.Println("✓ typed errors:", missing.JSON404.Code, invalid.JSON400.Code)
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func check(isTrue bool, format string, values ...any) {
	if !isTrue {
		panic(fmt.Sprintf(format, values...))
	}
}

// Receives traces by OTLP over HTTP on a free port of 127.0.0.1, decodes them by OpenTelemetry's own definitions, and prints
// each request as a line of JSON. The first line is the port. It ends with its standard input.
package main

import (
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"sync"

	traces "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

const maxBytes = 16 << 20

var printing sync.Mutex

func receive(response http.ResponseWriter, request *http.Request) {
	if request.Method != http.MethodPost || request.URL.Path != "/v1/traces" ||
		request.Header.Get("Content-Type") != "application/x-protobuf" {
		http.Error(response, "POST /v1/traces with application/x-protobuf", http.StatusNotFound)
		return
	}
	var body io.Reader = io.LimitReader(request.Body, maxBytes)
	if request.Header.Get("Content-Encoding") == "gzip" {
		unzipped, err := gzip.NewReader(body)
		if err != nil {
			http.Error(response, err.Error(), http.StatusBadRequest)
			return
		}
		body = io.LimitReader(unzipped, maxBytes)
	}
	bytes, err := io.ReadAll(body)
	// On the wire, TracesData equals ExportTraceServiceRequest.
	received := &traces.TracesData{}
	if err == nil {
		err = proto.Unmarshal(bytes, received)
	}
	if err != nil {
		http.Error(response, err.Error(), http.StatusBadRequest)
		return
	}
	line, _ := protojson.Marshal(received)
	printing.Lock()
	fmt.Println(string(line))
	printing.Unlock()
	response.Header().Set("Content-Type", "application/x-protobuf")
}

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	panic(http.Serve(listener, http.HandlerFunc(receive)))
}
